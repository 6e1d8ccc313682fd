# fish completion for parot: verbs, options, values and columns as the command itself lists them.

# The columns of the files on the line.
function __parot_columns
    set -l words (commandline -opc)
    set -l command $words[1]
    set -l files
    for word in $words[3..-1]
        test -f "$word"; and set -a files $word
    end
    test (count $files) -eq 0; or $command help --columns $files 2>/dev/null
end

# Each line that is not yet in the list of the word, after what is in front of its last comma.
function __parot_listed
    set -l earlier (commandline -ct | string replace -r '[^,]*$' '')
    set -l given (string split , -- $earlier)
    while read -l line
        string match -q '*,*' -- $line; or contains -- $line $given; or echo "$earlier$line"
    end
end

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
        test "$before" = "$part[1]" -a -n "$part[2]"; or continue
        switch $part[2]
            case COL
                __parot_columns
                contains -- $before --truth --propensity; and __fish_complete_path (commandline -ct)
            case COLS
                __parot_columns | __parot_listed
            case LIST
                test -n "$part[3]"; and string split ' ' -- $part[3] | __parot_listed
            case '*'
                test -n "$part[3]"; and string split ' ' -- $part[3]
                test -n "$part[4]"; and __fish_complete_suffix (string split ' ' -- $part[4])
                string match -q '*FILE*' -- $part[2]; and test -z "$part[4]"; and __fish_complete_path (commandline -ct)
        end
        return
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
