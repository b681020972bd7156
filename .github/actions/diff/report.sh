#!/bin/sh
# Reports in Markdown what changed since a commit in models (*.qprop), formulas (*.cnf) and stored encodings (texts that
# 'jigsat encode' wrote, also in snapshots), and whether it changed what they mean.
#
#   report.sh [--base COMMIT] [--strict] [FILE...]
#
# Without files, those that changed are looked at: the ones that match the patterns in JIGSAT_FILES. A model is read
# with the data in the YAML file of the same name, if there is one. JIGSAT_TIMEOUT is the time for each question (30s,
# 2m). Exit codes: 0, or 1 if a file can't be read; with --strict, also 1 if a meaning changed or was left open.
set -eu

base=HEAD
strict=
while [ $# -gt 0 ]; do
    case $1 in
    --base) base=$2 && shift 2 ;;
    --strict) strict=1 && shift ;;
    --) shift && break ;;
    -*) echo "report.sh: found '$1', expected --base COMMIT, --strict or files" >&2 && exit 2 ;;
    *) break ;;
    esac
done
timeout=${JIGSAT_TIMEOUT:-60s}
commit=$(git rev-parse --verify --quiet "$base^{commit}") || {
    echo "report.sh: there is no commit '$base'" >&2
    exit 2
}
cd "$(git rev-parse --show-toplevel)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
before=$work/before
mkdir "$before"
# All of it: models include other files.
git archive "$commit" | tar -x -C "$before"

# The files, one a line.
changed() {
    if [ $# -gt 0 ]; then
        printf '%s\n' "$@"
    else
        set -f
        # shellcheck disable=SC2086 # patterns, with blanks between them
        set -- ${JIGSAT_FILES:-*.qprop *.cnf *.snap *.txt}
        set +f
        git -c core.quotePath=false diff --name-only --no-renames "$commit" -- "$@"
    fi
}

# Whether a file is something that jigsat compares.
is_compared() {
    case $1 in
    *.qprop | *.cnf) true ;;
    *) grep -q '^== \|^[0-9]* variables: .* auxiliaries$' "$1" ;;
    esac
}

# The data of a model, as arguments of jigsat, in "$data".
data_of() {
    data=${1%.*}.yaml
    case $1 in *.qprop) [ -f "$data" ] || data= ;; *) data= ;; esac
}

# The number of solutions, or why there is none.
solutions() {
    case $1 in *.qprop | *.cnf) ;; *) echo '' && return ;; esac
    [ -f "$1" ] || { echo '' && return; }
    data_of "$1"
    jigsat count "$1" ${data:+--data "$data"} --timeout "$timeout" --no-times >"$work/count" 2>&1 || true
    sed -n '1s/^\(at least \)\{0,1\}\([0-9,]*\) solutions\{0,1\}.*/\1\2/p; 1s/^no solution.*/0/p' "$work/count" | grep . || echo open
}

# Compares a file with the one before; the words go to "$work/words", the verdict to "$verdict".
compare() {
    data_of "$1"
    code=0
    jigsat diff "$before/$1" "$1" --changes ${data:+--data "$data"} --timeout "$timeout" >"$work/words" 2>&1 || code=$?
    case $code in
    0) verdict='the same' ;;
    1) verdict='**differs**' ;;
    3) verdict='**not shown**' ;;
    *) verdict='**cannot be compared**' ;;
    esac
}

failed=
table=$work/table
details=$work/details
: >"$table"
: >"$details"
changed "$@" >"$work/files"
while IFS= read -r file; do
    if [ ! -f "$file" ]; then
        if [ ! -f "$before/$file" ] || ! is_compared "$before/$file"; then continue; fi
        verdict=removed
        : >"$work/words"
    elif ! is_compared "$file"; then
        continue
    elif [ ! -f "$before/$file" ]; then
        verdict=new
        code=0
        data_of "$file"
        case $file in
        *.qprop | *.cnf) jigsat encode "$file" ${data:+--data "$data"} --timeout "$timeout" >"$work/words" 2>&1 || code=$? ;;
        *) cat "$file" >"$work/words" ;;
        esac
        [ "$code" -lt 2 ] || [ "$code" -eq 3 ] || verdict='**cannot be read**'
        # The table of rules with their fingerprints, or the error.
        sed '/^== /,$d' "$work/words" >"$work/cut" && mv "$work/cut" "$work/words"
    else
        compare "$file"
    fi
    case $verdict in
    *cannot*) failed=1 ;;
    *'**'*) [ -z "$strict" ] || failed=1 ;;
    esac
    echo "| $file | $verdict | $(solutions "$before/$file") | $(solutions "$file") |" >>"$table"
    if [ -s "$work/words" ]; then
        # A fence that is longer than any in the text.
        {
            printf '\n### %s\n\n~~~~~~~~text\n' "$file"
            sed "s|$before/|$base:|g" "$work/words"
            echo '~~~~~~~~'
        } >>"$details"
    fi
done <"$work/files"

if [ ! -s "$table" ]; then
    echo "No model, formula or stored encoding changed since $base."
    exit 0
fi
echo "## Do the encodings mean the same as in $base?"
echo
echo '| file | meaning | solutions before | now |'
echo '| --- | --- | --- | --- |'
cat "$table" "$details"
[ -z "$failed" ]
