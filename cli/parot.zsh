#compdef parot
# zsh completion for parot: verbs, options, values and columns as the command itself lists them.

# The columns of the files on the line.
_parot_columns() {
    local word
    local -a files
    for word in ${(Q)words[3,-1]}; do
        [[ -f $word ]] && files+=($word)
    done
    (( $#files )) && $words[1] help --columns $files 2>/dev/null
}

_parot() {
    local command=$words[1] verb=$words[2] before=$words[CURRENT-1] line list
    local -a options part values given
    if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $verb == help ]] }; then
        compadd -- ${(f)"$($command help --verbs 2>/dev/null)"}
        return
    fi
    if [[ $words[CURRENT] == --*=* ]]; then # --metric=co
        before=${words[CURRENT]%%=*}
        compset -P '*='
    fi
    options=(${(f)"$($command help --options $verb 2>/dev/null)"})
    for line in $options; do
        part=("${(@ps:\t:)line}")
        [[ $part[1] == $before && -n $part[2] ]] || continue
        values=(${(s: :)part[3]})
        [[ $part[2] == COL* ]] && values=(${(f)"$(_parot_columns)"})
        if [[ $part[2] == (COLS|LIST) ]]; then # what is in front of the last comma stays
            list=${${(Q)words[CURRENT]}#--*=}
            [[ $list == *,* ]] && given=(${(s:,:)list%,*})
            values=(${values:#*,*})
            values=(${values:|given})
            compset -P '*,'
        fi
        (( $#values )) && compadd -- $values
        if [[ $part[2] == *FILE* && -n $part[4] ]]; then
            _files -g "*(${(j:|:)${(s: :)part[4]}})(|.gz)"
        elif [[ $part[2] == *FILE* || $before == (--truth|--propensity) ]]; then
            _files
        fi
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
