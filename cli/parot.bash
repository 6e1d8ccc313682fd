# bash completion for parot: verbs, options, values and columns as the command itself lists them.

# _parot_offer PREFIX WORD LIST: the lines of LIST that begin with WORD and are not yet in PREFIX, "a,b,", with PREFIX in front.
# Not compgen -W, which would run what a column is called.
_parot_offer() {
    local line
    while IFS= read -r line; do
        [[ -n $line && $line == "$2"* && ,$1 != *,"$line",* ]] && COMPREPLY+=("$1$line")
    done <<<"$3"
}

# _parot_files WORD ENDINGS: files and folders that begin with WORD; with ENDINGS, such as ".svg .pdf", only files of these kinds.
_parot_files() {
    local name ending
    while IFS= read -r name; do
        [[ -n $name ]] || continue # nothing begins with WORD
        [[ -z $2 || -d $name ]] && COMPREPLY+=("$name") && continue
        for ending in $2; do
            [[ $name == *"$ending" || $name == *"$ending".gz ]] && COMPREPLY+=("$name")
        done
    done <<<"$(compgen -f -- "$1")"
}

# The columns of the files on the line.
_parot_columns() {
    local word files=()
    for word in "${COMP_WORDS[@]:2}"; do
        word=${word//\\/}
        [[ -f $word ]] && files+=("$word")
    done
    [[ ${#files[@]} -eq 0 ]] || "${COMP_WORDS[0]}" help --columns "${files[@]}" 2>/dev/null
}

_parot() {
    local command=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options line rest unit= values= endings= earlier=
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 || ($COMP_CWORD -eq 2 && $verb == help) ]]; then
        _parot_offer '' "$word" "$("$command" help --verbs 2>/dev/null)"
        return
    fi
    options=$("$command" help --options "$verb" 2>/dev/null) || return
    if [[ $before == = ]]; then # --metric=co is three words to bash
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == = ]]; then
        word=
    fi
    while IFS= read -r line; do
        [[ $before == -* && ${line%%$'\t'*} == "$before" ]] || continue
        rest=${line#*$'\t'} unit=${rest%%$'\t'*}
        rest=${rest#*$'\t'} values=${rest%%$'\t'*} endings=${rest#*$'\t'}
    done <<<"$options"
    case $unit in
    COLS | LIST) earlier=${word%"${word##*,}"} word=${word##*,} ;; # what is in front of the last comma stays
    esac
    if [[ -n $values ]]; then
        _parot_offer "$earlier" "$word" "${values// /$'\n'}"
        [[ $unit == *FILE* ]] && _parot_files "$word" "$endings"
    elif [[ $unit == COL ]]; then
        _parot_offer '' "$word" "$(_parot_columns)"
        [[ ${#COMPREPLY[@]} -gt 0 ]] || _parot_files "$word" '' # --truth takes a file as well
    elif [[ $unit == COLS ]]; then
        _parot_offer "$earlier" "$word" "$(_parot_columns | grep -v ,)"
    elif [[ -n $unit ]]; then
        [[ $unit == *FILE* ]] && _parot_files "$word" "$endings"
    elif [[ $word == -* ]]; then
        _parot_offer '' "$word" "$(cut -f1 <<<"$options")"
    elif [[ $verb == make ]]; then
        _parot_offer '' "$word" $'moons\nblobs\nrotated\nspiral'
    else
        _parot_files "$word" ''
    fi
}
complete -o filenames -F _parot parot
