"""Checks many certificates with tests/proofs/bounds.py, whose folder is the argument: a line of JSON for each on the
standard input, and an answer for each on the output, the words of a fault or [unit, length]."""
import json
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import bounds  # noqa: E402

for line in sys.stdin:
    case = json.loads(line)
    try:
        answer = bounds.check(bounds.Level(case["level"]), case["ground"], case["lines"])
    except bounds.Wrong as wrong:
        answer = str(wrong)
    print(json.dumps(answer))
