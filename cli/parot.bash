# bash completion for parot: verbs, options and values as the command itself lists them.
_parot() {
    local command=${COMP_WORDS[0]} verb=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local options unit values
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 || ($COMP_CWORD -eq 2 && $verb == help) ]]; then
        COMPREPLY=($(compgen -W "$($command help --verbs 2>/dev/null)" -- "$word"))
        return
    fi
    options=$($command help --options "$verb" 2>/dev/null) || return
    if [[ $before == = ]]; then # --metric=co is three words to bash
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == = ]]; then
        word=
    fi
    IFS=$'\t' read -r unit values < <(awk -F'\t' -v name="$before" '$1 == name {print ($2 == "" ? "-" : $2) "\t" $3}' <<<"$options")
    if [[ $before == -* && -n $values ]]; then
        COMPREPLY=($(compgen -W "$values" -- "$word"))
        [[ $unit == *FILE* ]] && COMPREPLY+=($(compgen -f -- "$word"))
    elif [[ $before == -* && -n $unit && $unit != - ]]; then
        [[ $unit == *FILE* ]] && COMPREPLY=($(compgen -f -- "$word"))
    elif [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$(cut -f1 <<<"$options")" -- "$word"))
    elif [[ $verb == make ]]; then
        COMPREPLY=($(compgen -W "moons blobs rotated spiral" -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}
complete -o filenames -F _parot parot
