# fish completion for parot: verbs, options and values as the command itself lists them.
function __parot_words
    set -l words (commandline -opc)
    set -l command $words[1]
    set -l verb $words[2]
    if test (count $words) -eq 1; or test (count $words) -eq 2 -a "$verb" = help
        $command help --verbs 2>/dev/null
        return
    end
    set -l before $words[-1]
    for line in ($command help --options $verb 2>/dev/null)
        set -l part (string split \t -- $line)
        if test "$before" = "$part[1]" -a -n "$part[2]"
            string split ' ' -- $part[3]
            string match -q '*FILE*' -- $part[2]; and __fish_complete_path (commandline -ct)
            return
        end
    end
    if string match -q -- '-*' (commandline -ct)
        $command help --options $verb 2>/dev/null | string replace -r '\t.*' ''
    else if test "$verb" = make
        printf '%s\n' moons blobs rotated spiral
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c parot -f -a '(__parot_words)'
