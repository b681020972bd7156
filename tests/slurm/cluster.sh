#!/bin/sh
# A Slurm of one node on the loopback, for tests: `cluster.sh start FOLDER` and `cluster.sh stop FOLDER`.
# Configuration, keys, sockets and logs lie in FOLDER; then SLURM_CONF=FOLDER/slurm.conf is all that sbatch needs.
# Exit code 77: what is needed is not there (slurmctld, slurmd, munged, root).
set -eu

lacks() {
    echo "skipped: $*"
    exit 77
}

free_port() {
    # A port nobody listens at, from the numbers of this process.
    port=$((20000 + ($$ * 7 + $1) % 20000))
    while grep -qi ":$(printf %04X "$port") 0*:0000 0A" /proc/net/tcp; do port=$((port + 1)); done
    echo "$port"
}

await() { # SECONDS COMMAND...: until it succeeds
    left=$(($1 * 10))
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || return 1
        sleep 0.1
    done
}

start() {
    for program in munged mungekey slurmctld slurmd sbatch squeue sinfo; do
        PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || lacks "there is no $program (Debian: slurm-wlm munge)"
    done
    [ "$(id -u)" -eq 0 ] || lacks 'a Slurm of our own must be started by root'
    PATH=$PATH:/usr/sbin:/sbin
    mkdir -p "$folder/munge" "$folder/state" "$folder/spool"
    chmod 700 "$folder/munge"
    mungekey --create --keyfile="$folder/munge/key"
    munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
        --pid-file="$folder/munge/pid" --log-file="$folder/munge/log" --seed-file="$folder/munge/seed"
    node=$(hostname -s)
    cat >"$folder/slurm.conf" <<END
ClusterName=jigsat-test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmctldPort=$(free_port 1)
SlurmdPort=$(free_port 5003)
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
MaxArraySize=101
MinJobAge=300
RequeueExit=99
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF="$folder/slurm.conf"
    slurmctld -f "$SLURM_CONF"
    slurmd -f "$SLURM_CONF"
    if ! await 30 sh -c 'sinfo -h -o %t | grep -qx idle'; then
        tail -n 5 "$folder/slurmctld.log" "$folder/slurmd.log" >&2 || :
        stop
        exit 1
    fi
}

stop() {
    for daemon in slurmd slurmctld munge/; do
        pid=$(cat "$folder/$daemon.pid" 2>/dev/null || cat "$folder/${daemon}pid" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null || :
        await 10 sh -c "! kill -0 $pid" || kill -9 "$pid" 2>/dev/null || :
    done
}

folder=$2
case $1 in
start) start ;;
stop) stop ;;
*) exit 2 ;;
esac
