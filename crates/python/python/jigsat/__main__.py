"""The command: ``python -m jigsat``."""

import signal
import sys

from ._jigsat import run_command


def main() -> int:
    """Runs the command line of this process."""
    # Ctrl-C is the command's from here on: Python would raise KeyboardInterrupt after it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run_command(["jigsat" if sys.argv[0].endswith(".py") else sys.argv[0], *sys.argv[1:]], sys.executable)


if __name__ == "__main__":
    sys.exit(main())
