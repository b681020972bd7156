#!/bin/sh
# Tries the program on Windows: in the shell of Git there, or under Wine. `sh tests/windows/try.sh PROGRAM [ARGUMENT...]` runs in the
# folder of the project; a program of several words, such as `wine jigsat.exe`, is run as it is.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"; [ ! "$server" ] || kill "$server" 2>/dev/null || :' EXIT
server=
tried=0

# Runs the program, and checks its exit code and that its output has some words.
expect() { # CODE WORDS ARGUMENT...
    code=$1 words=$2
    shift 2
    status=0
    # shellcheck disable=SC2086 # several words
    MSYS_NO_PATHCONV=1 $program "$@" >"$folder/said" 2>&1 </dev/null || status=$?
    if [ "$status" -ne "$code" ] || { [ "$words" ] && ! grep -qF -- "$words" "$folder/said"; }; then
        echo "failed: jigsat $*: exit code $status, expected $code and '$words':"
        cat "$folder/said"
        exit 1
    fi
    tried=$((tried + 1))
}

# Checks that a file has these words.
has() { # FILE WORDS
    grep -qF -- "$2" "$1" || { echo "failed: '$2' is not in $1:"; cat "$1"; exit 1; }
    tried=$((tried + 1))
}

# Waits until a file has these words, for a minute at most.
wait_for() { # FILE WORDS
    tenths=0
    until grep -qsF -- "$2" "$1"; do
        [ "$tenths" -lt 600 ] || { echo "failed: '$2' does not come into $1"; exit 1; }
        tenths=$((tenths + 1))
        sleep 0.1
    done
}

# A program in C that needs nothing but the system, if there is a compiler for it; its name without .exe.
compile() { # NAME
    for compiler in x86_64-w64-mingw32-gcc gcc; do
        command -v "$compiler" >/dev/null || continue
        "$compiler" -O1 -s -o "$folder/$1.exe" "$sources/$1.c" && return
    done
    return 1
}

# The program's file, and what runs it.
for file; do :; done
words=$*
by=${words%"$file"}
case $file in /*) ;; *) file=$PWD/$file ;; esac
program=$by$file
sources=$(cd "$(dirname "$0")" && pwd)
cp -R puzzles "$folder"
cd "$folder"

expect 0 'solved' sudoku solve 'puzzles\sudoku\easy.yaml'
expect 0 'fewest pushes' solve 'puzzles\sokoban\first.xsb'
expect 0 'solved, unique' fillomino solve puzzles/fillomino/easy.yaml --unique
expect 1 'impossible' solve 'puzzles\sudoku\impossible.yaml'
expect 0 'hidden single' sudoku explain 'puzzles\sudoku\tiny.yaml' --step 2
expect 0 'deduced' sudoku hint 'puzzles\sudoku\tiny.yaml'
expect 0 'easy: ' rate 'puzzles\sudoku\easy.yaml'
expect 0 'c var 1 r1c1=1' sudoku encode 'puzzles\sudoku\tiny.yaml' --format dimacs
expect 0 'mean the same' diff sudoku:minimal sudoku:extended --on 'puzzles\sudoku\tiny.yaml'
expect 2 'there is no such file' solve 'puzzles\none.yaml'
expect 2 'needs Linux' solve 'puzzles\sudoku\easy.yaml' --memory 1GiB

# Files with the line ends of Windows, and with names that are no ASCII.
sed 's/$/\r/' puzzles/sudoku/easy.yaml >'räts el.yaml'
sed 's/$/\r/' puzzles/sokoban/first.xsb >crlf.xsb
expect 0 'solved' solve 'räts el.yaml'
expect 0 'fewest pushes' solve crlf.xsb
printf 'p cnf 1 2\r\n1 0\r\n-1 0\r\n' >formula.cnf
printf '3 0 1 2 0\r\n' >proof.lrat
{ printf '\357\273\277'; cat formula.cnf; } >marked.cnf
expect 0 'mean the same' diff marked.cnf formula.cnf
expect 0 'holds' check-proof formula.cnf proof.lrat
expect 1 'there is no solution' solve formula.cnf

# Pipes: what is read from one, and what is written to one that is closed too early.
# shellcheck disable=SC2086 # several words
printf '1 . . .\r\n. . 3 .\r\n. 4 . .\r\n. . . 2\r\n' | $program sudoku solve - >piped
has piped '┃ 1 3 ┃ 2 4 ┃'
# shellcheck disable=SC2086 # several words
$program sudoku encode puzzles/sudoku/hard.yaml --format dimacs 2>complaint </dev/null | head -n 1 >piped
has piped 'c var 1 r1c1=1'
[ ! -s complaint ] || { echo 'failed: a closed pipe is no error:'; cat complaint; exit 1; }

# Outputs: nothing is replaced unasked, and a device is no file.
expect 0 '' solve crlf.xsb -o answer.txt
expect 2 'exists already' solve crlf.xsb -o answer.txt
expect 0 '' solve crlf.xsb -o answer.txt --force
expect 0 '' solve crlf.xsb -o NUL
expect 0 '' solve crlf.xsb --svg 'a picture.svg'
has 'a picture.svg' '</svg>'

# A batch: slashes in names, an incomplete line, and two at once.
expect 1 'sudoku' batch 'puzzles\sudoku' --out results.jsonl
has results.jsonl '"file":"puzzles/sudoku/easy.yaml"'
lines=$(wc -l <results.jsonl)
printf '{"schema":1,"fam' >>results.jsonl
expect 1 'incomplete last line' batch puzzles/sudoku --out results.jsonl
[ "$(wc -l <results.jsonl)" -eq "$lines" ] || { echo 'failed: the results have other lines'; exit 1; }
# shellcheck disable=SC2086 # several words
$program batch puzzles --out locked.jsonl --quiet >other 2>&1 </dev/null &
other=$!
wait_for locked.jsonl '"schema"'
expect 2 'another' batch puzzles/sudoku --out locked.jsonl
expect 2 'locked.jsonl' solve crlf.xsb -o locked.jsonl --force
expect 0 'family' report locked.jsonl
kill "$other" 2>/dev/null || :
wait "$other" 2>/dev/null || :

# A solver program behind a script: its path has a backslash and a blank, and what it starts ends with it.
mkdir 'my tools'
printf '@echo off\r\nping -n 60 127.0.0.1 >NUL\r\n' >'my tools/slow.bat'
expect 3 'time limit reached' sudoku solve puzzles/sudoku/hard.yaml --encoding extended --timeout 2s \
    --solver 'external:"my tools\slow.bat"'
expect 2 'C:\no\such.exe' sudoku solve puzzles/sudoku/hard.yaml --encoding extended --solver 'external:C:\no\such.exe'

# Ctrl-C: what was counted so far is the answer, and the lines of a batch are whole.
if compile interrupt; then
    printf 'kind: tiling\nboard: 20x20\nset: dominoes\n' >many.yaml
    # This shell has names of its own for folders.
    ! command -v cygpath >/dev/null || file=$(cygpath -m "$file")
    stops() { # WORDS ARGUMENT...
        said=$1
        shift
        status=0
        # shellcheck disable=SC2086 # several words
        MSYS_NO_PATHCONV=1 $by"$folder/interrupt.exe" 3 "$file $*" >"$folder/said" 2>&1 </dev/null || status=$?
        [ "$status" -eq 3 ] || { echo "failed: Ctrl-C ends jigsat $* with $status:"; cat "$folder/said"; exit 1; }
        has "$folder/said" "$said"
    }
    stops 'incomplete: interrupted' tiling count many.yaml
    mkdir hard
    cp puzzles/sudoku/easy.yaml hard
    # Thirteen pigeons in twelve holes.
    awk 'BEGIN {
        pigeons = 13; holes = pigeons - 1
        print "p cnf", pigeons * holes, pigeons + holes * pigeons * (pigeons - 1) / 2
        for (p = 0; p < pigeons; p++) { for (h = 1; h <= holes; h++) printf "%d ", p * holes + h; print 0 }
        for (h = 1; h <= holes; h++) for (p = 0; p < pigeons; p++) for (q = 0; q < p; q++) print -(p * holes + h), -(q * holes + h), 0
    }' >hard/pigeons.cnf
    stops 'run the same command again to continue' batch hard --out stopped.jsonl
    [ "$(tail -c 2 stopped.jsonl)" = '}' ] || { echo 'failed: the last line is incomplete'; exit 1; }
else
    echo 'skipped: Ctrl-C (there is no gcc)'
fi

# Tasks.
expect 0 'next' tiling cubes puzzles/tiling/pentominoes-6x10.yaml --for count --count 4 --out tasks
expect 0 'task 1' run-task tasks 1
expect 3 'missing' gather tasks

# The server.
# shellcheck disable=SC2086 # several words
$program serve --port 7793 >address 2>&1 </dev/null &
server=$!
wait_for address 'http://127.0.0.1:7793/'
curl -sS -m 20 -H 'Content-Type: application/json' http://127.0.0.1:7793/api/solve \
    -d '{"puzzle":{"name":"easy","text":"1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n"}}' >answer
has answer '"status":"solved"'
echo "$tried passed, 0 failed"
