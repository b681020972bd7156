//! A process together with whatever it starts: a process group on Unix, a job on Windows.

#[cfg(unix)]
pub use unix::Group;
#[cfg(windows)]
pub use windows::Group;

#[cfg(unix)]
mod unix {
    use std::{
        os::unix::process::CommandExt,
        process::{Child, Command},
    };

    use rustix::process::{Pid, Signal, kill_process_group};

    pub struct Group {
        /// The process, whose number is that of its group.
        leader: Pid,
    }

    impl Group {
        /// Ctrl-C in a terminal is for the group that the shell started.
        pub fn prepare(command: &mut Command) {
            command.process_group(0);
        }

        pub fn of(child: &Child) -> Self {
            Group { leader: Pid::from_child(child) }
        }

        pub fn kill(&mut self, child: &mut Child) {
            // Errors mean that it has ended by itself.
            let _ = kill_process_group(self.leader, Signal::KILL);
            let _ = child.kill();
        }
    }
}

#[cfg(windows)]
mod windows {
    use std::{
        os::windows::{io::AsRawHandle, process::CommandExt},
        process::{Child, Command},
    };

    use win32job::{ExtendedLimitInfo, Job};

    /// Ctrl-C in a console doesn't reach a process that is started with this flag.
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

    pub struct Group {
        /// When it is closed, also by the end of this process, the system ends what is in it. `None` if the system allows none.
        job: Option<Job>,
    }

    impl Group {
        pub fn prepare(command: &mut Command) {
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }

        pub fn of(child: &Child) -> Self {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).ok();
            let job = job.filter(|job| job.assign_process(child.as_raw_handle() as isize).is_ok());
            Group { job }
        }

        pub fn kill(&mut self, child: &mut Child) {
            self.job = None;
            // An error means that it has ended by itself.
            let _ = child.kill();
        }
    }
}
