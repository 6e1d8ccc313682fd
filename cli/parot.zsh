#compdef parot
# zsh completion for parot: verbs, options and values as the command itself lists them.
_parot() {
    local command=$words[1] verb=$words[2] before=$words[CURRENT-1] line
    local -a options part
    if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $verb == help ]] }; then
        compadd -- ${(f)"$($command help --verbs 2>/dev/null)"}
        return
    fi
    options=(${(f)"$($command help --options $verb 2>/dev/null)"})
    for line in $options; do
        part=("${(@ps:\t:)line}")
        [[ $part[1] == $before && -n $part[2] ]] || continue
        [[ -n $part[3] ]] && compadd -- ${(s: :)part[3]}
        [[ $part[2] == *FILE* ]] && _files
        return
    done
    if [[ $words[CURRENT] == -* ]]; then
        compadd -- ${options%%$'\t'*}
    elif [[ $verb == make ]]; then
        compadd -- moons blobs rotated spiral
    else
        _files
    fi
}
_parot "$@"
