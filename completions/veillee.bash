# bash completion for veillee. tests/cli checks that it knows every option.

_veillee_words()
{
    case $1 in
    games) echo "--content --json" ;;
    play) echo "--seats --names --set --choose --seed --dice --campaign --tutorial --content --position --load --record --force --resume --new --no-save --plain --board" ;;
    replay) echo "--to --step --verify --recover --save --force --content --json --trace --plain --board" ;;
    sim) echo "--games --bots --set --seed --threads --html --rows --json --record --force --trace --progress --content" ;;
    scenario) echo "--content --quiet --json" ;;
    content) echo "--json --force --texts" ;;
    store) echo "--force" ;;
    rules) echo "--json" ;;
    engine) echo "--bot --set --seed --content" ;;
    bench) echo "--games --set --seed --json --content" ;;
    serve) echo "--listen --store --backup --house --host --origin --proxy --reuse-port --metrics-open --workers --limit --limits --log --log-level --log-peers" ;;
    table) echo "--seats --names --set --public --chat --join --plain --board --json" ;;
    campaign) echo "--add --json" ;;
    join) echo "--name --claim --link --plain --board" ;;
    esac
    echo "--help --version --lang --color --ascii"
}

_veillee_games()
{
    "${COMP_WORDS[0]}" games --json 2>/dev/null | grep -o '{"id":"[a-z]*","names"' | cut -d'"' -f4
}

_veillee()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= i words=0
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        games | play | replay | sim | scenario | content | rules | engine | bench | serve | table | join | store | campaign)
            [ -z "$command" ] && command=${COMP_WORDS[i]} && words=$i ;;
        esac
    done
    case $prev in
    --lang) COMPREPLY=($(compgen -W "fr en" -- "$cur")); return ;;
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$cur")); return ;;
    --dice) COMPREPLY=($(compgen -W "auto hand" -- "$cur")); return ;;
    --chat) COMPREPLY=($(compgen -W "all phrases off" -- "$cur")); return ;;
    --log-level) COMPREPLY=($(compgen -W "debug info warn error" -- "$cur")); return ;;
    --limit) COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" serve --limits 2>/dev/null | awk '/^  [a-z]/ { print $1 "=" }')" -- "$cur")); return ;;
    --seats) COMPREPLY=($(compgen -W "human greedy random human,human human,greedy" -- "$cur")); return ;;
    --bots | --bot) COMPREPLY=($(compgen -W "greedy random" -- "$cur")); return ;;
    --content | --position | --load | --record | --save | --html | --rows | --backup | --log | --add) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    --seed | --port | --set | --names | --to | --games | --threads | --listen | --store | --host | --origin | --workers | --name) return ;;
    esac
    if [ -z "$command" ]; then
        COMPREPLY=($(compgen -W "games play replay sim scenario content rules engine bench serve table join store campaign --port --no-browser --help --version --lang --color --ascii" -- "$cur"))
        return
    fi
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_veillee_words "$command")" -- "$cur"))
        return
    fi
    case $command in
    store)
        if ((COMP_CWORD == words + 1)); then COMPREPLY=($(compgen -W "check backup restore salvage" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi ;;
    replay | scenario) COMPREPLY=($(compgen -f -- "$cur")) ;;
    content)
        if ((COMP_CWORD == words + 1)); then
            COMPREPLY=($(compgen -W "check show export" -- "$cur"))
        else
            COMPREPLY=($(compgen -W "$(_veillee_games)" -- "$cur") $(compgen -f -- "$cur"))
        fi ;;
    serve | join) ;;
    campaign)
        if ((COMP_CWORD == words + 1)); then
            COMPREPLY=($(compgen -W "$(_veillee_games)" -- "$cur"))
        else
            COMPREPLY=($(compgen -f -- "$cur"))
        fi ;;
    table) ((COMP_CWORD == words + 2)) && COMPREPLY=($(compgen -W "$(_veillee_games)" -- "$cur")) ;;
    *) ((COMP_CWORD == words + 1)) && COMPREPLY=($(compgen -W "$(_veillee_games)" -- "$cur")) ;;
    esac
}

complete -o filenames -F _veillee veillee
