# fish completion for veillee. tests/cli checks that it knows every option.

function __veillee_games
    veillee games --json 2>/dev/null | string match -ra '"id":"([a-z]*)","names"' | string match -rv '"'
end

set -l all games play replay sim scenario content rules engine bench
complete -c veillee -f
complete -c veillee -n "not __fish_seen_subcommand_from $all" -a "$all"
complete -c veillee -s h -l help -d "help"
complete -c veillee -s V -l version -d "version"
complete -c veillee -l lang -x -a "fr en" -d "language"
complete -c veillee -l color -x -a "auto always never" -d "colours"
complete -c veillee -l ascii -d "ASCII only"
complete -c veillee -n "__fish_seen_subcommand_from games play sim rules engine bench" -a "(__veillee_games)"
complete -c veillee -n "__fish_seen_subcommand_from replay scenario content" -F
complete -c veillee -n "__fish_seen_subcommand_from content" -a "check show export"
complete -c veillee -n "__fish_seen_subcommand_from games play replay sim scenario engine bench" -l content -r -d "content pack"
complete -c veillee -n "__fish_seen_subcommand_from games replay sim scenario content rules bench" -l json -d "as JSON"
complete -c veillee -n "__fish_seen_subcommand_from play sim engine bench" -s s -l set -x -d "option of the game"
complete -c veillee -n "__fish_seen_subcommand_from play sim engine bench" -l seed -x -d "seed"
complete -c veillee -n "__fish_seen_subcommand_from play" -l seats -x -a "human greedy random human,human human,greedy" -d "who plays"
complete -c veillee -n "__fish_seen_subcommand_from play" -l names -x -d "names of the players"
complete -c veillee -n "__fish_seen_subcommand_from play" -l choose -d "choose everything before the start"
complete -c veillee -n "__fish_seen_subcommand_from play" -l dice -x -a "auto hand" -d "real dice"
complete -c veillee -n "__fish_seen_subcommand_from play" -l position -r -d "start from a position"
complete -c veillee -n "__fish_seen_subcommand_from play" -l load -r -d "go on with a record"
complete -c veillee -n "__fish_seen_subcommand_from play" -s r -l record -r -d "write the record"
complete -c veillee -n "__fish_seen_subcommand_from play" -l resume -d "go on with the last game"
complete -c veillee -n "__fish_seen_subcommand_from play" -l new -d "a new game"
complete -c veillee -n "__fish_seen_subcommand_from play" -l no-save -d "do not keep the game"
complete -c veillee -n "__fish_seen_subcommand_from play replay" -l plain -d "sentences and lists"
complete -c veillee -n "__fish_seen_subcommand_from play replay" -l board -d "draw the board"
complete -c veillee -n "__fish_seen_subcommand_from replay" -l to -x -d "up to entry N"
complete -c veillee -n "__fish_seen_subcommand_from replay" -l step -d "stop after every entry"
complete -c veillee -n "__fish_seen_subcommand_from replay" -l verify -d "recompute chance"
complete -c veillee -n "__fish_seen_subcommand_from replay" -l recover -d "read what precedes a fault"
complete -c veillee -n "__fish_seen_subcommand_from replay" -l save -r -d "write to another file"
complete -c veillee -n "__fish_seen_subcommand_from replay sim" -l trace -d "positions as JSON lines"
complete -c veillee -n "__fish_seen_subcommand_from sim bench" -s n -l games -x -d "how many games"
complete -c veillee -n "__fish_seen_subcommand_from sim" -s b -l bots -x -a "greedy random" -d "machines"
complete -c veillee -n "__fish_seen_subcommand_from sim" -s t -l threads -x -d "threads"
complete -c veillee -n "__fish_seen_subcommand_from sim" -l html -r -d "report with charts"
complete -c veillee -n "__fish_seen_subcommand_from sim" -l record -r -d "record every game"
complete -c veillee -n "__fish_seen_subcommand_from sim" -l progress -d "show progress"
complete -c veillee -n "__fish_seen_subcommand_from scenario" -s q -l quiet -d "only what fails"
complete -c veillee -n "__fish_seen_subcommand_from engine" -s b -l bot -x -a "greedy random" -d "machine"
