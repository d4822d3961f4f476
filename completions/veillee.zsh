#compdef veillee
# zsh completion for veillee. tests/cli checks that it knows every option.

_veillee_games() {
    local -a games
    games=(${(f)"$(veillee games --json 2>/dev/null | grep -o '{"id":"[a-z]*","names"' | cut -d'"' -f4)"})
    _describe game games
}

_veillee() {
    local context state line
    local -a common commands
    common=(
        '(-h --help)'{-h,--help}'[help]'
        '(-V --version)'{-V,--version}'[version]'
        '--lang[language]:language:(fr en)'
        '--color[colours]:when:(auto always never)'
        '--ascii[ASCII only]'
    )
    commands=(
        'games:the games, their seats and options'
        'play:play in the terminal'
        'replay:go through a recorded game'
        'sim:play many games between machines'
        'scenario:play scenarios and check them'
        'content:check, show, export content packs'
        'rules:the numbered rules of a game'
        'engine:speak the engine protocol'
        'bench:measure the rules'
        'serve:hold tables on the network'
        'table:the tables of a server, or a new one'
        'join:play or watch at a table of a server'
        'store:check, copy, restore or salvage the games of a server'
        'campaign:what a group has won so far'
    )
    _arguments -C $common '--port[port of the page]:number:' '--no-browser[do not open the browser]' '1:command:->command' '*::argument:->argument'
    case $state in
    command) _describe command commands ;;
    argument)
        case $words[1] in
        games) _arguments $common '--content[pack]:file:_files' '--json[as JSON]' '1:game:_veillee_games' ;;
        play) _arguments $common \
            '--seats[who plays]:kinds:(human greedy random human,human human,greedy)' \
            '--names[names of the players]:names:' \
            '*'{-s,--set}'[option of the game]:option=value:' \
            '--choose[choose everything before the start]' \
            '--seed[number the dice come from]:number:' \
            '--dice[real dice]:how:(auto hand)' \
            '--campaign=-[play for a campaign]::file:_files' \
            '--tutorial[a first game, explained]' \
            '--content[pack]:file:_files' \
            '--position[start from a position]:file:_files' \
            '--load[go on with a record]:file:_files' \
            '(-r --record)'{-r,--record}'[write the record]:file:_files' \
            '--force[replace a file]' \
            '--resume[go on with the last game]' \
            '--new[a new game]' \
            '--no-save[do not keep the game]' \
            '--plain[sentences and lists]' \
            '--board[draw the board]' \
            '1:game:_veillee_games' ;;
        replay) _arguments $common '--to[up to entry]:number:' '--step[stop after every entry]' \
            '--verify[recompute chance]' '--recover[read what precedes a fault]' \
            '--save[write to another file]:file:_files' '--force[replace a file]' '--content[pack]:file:_files' \
            '--json[position as JSON]' '--trace[all positions as JSON lines]' \
            '--plain[sentences and lists]' '--board[draw the board]' '1:record:_files' ;;
        sim) _arguments $common '(-n --games)'{-n,--games}'[how many]:number:' \
            '(-b --bots)'{-b,--bots}'[machines]:bots:(greedy random)' \
            '*'{-s,--set}'[option of the game]:option=value:' '--seed[seed]:number:' \
            '(-t --threads)'{-t,--threads}'[threads]:number:' '--html[report]:file:_files' '--rows[one line of CSV a game]:file:_files' \
            '--json[as JSON]' '--record[record every game]:folder:_files -/' '--force[replace files]' \
            '--trace[JSON lines]' '--progress[show progress]' '--content[pack]:file:_files' '1:game:_veillee_games' ;;
        scenario) _arguments $common '--content[pack]:file:_files' \
            '(-q --quiet)'{-q,--quiet}'[only what fails]' '--json[as JSON]' '*:scenario:_files' ;;
        content) _arguments $common '--json[as JSON]' '--force[replace a file]' '--texts[what each card says]' '1:verb:(check show export)' '*:pack:_files' ;;
        rules) _arguments $common '--json[as JSON]' '1:game:_veillee_games' '*:word:' ;;
        engine) _arguments $common '(-b --bot)'{-b,--bot}'[machine]:bot:(greedy random)' \
            '*'{-s,--set}'[option of the game]:option=value:' '--seed[seed]:number:' \
            '--content[pack]:file:_files' '1:game:_veillee_games' ;;
        bench) _arguments $common '(-n --games)'{-n,--games}'[how many]:number:' \
            '*'{-s,--set}'[option of the game]:option=value:' '--seed[seed]:number:' \
            '--json[as JSON]' '--content[pack]:file:_files' '1:game:_veillee_games' ;;
        serve) _arguments $common '*'{-l,--listen}'[where to listen]:address\:port:' \
            '--store[where the games live]:sqlite\:file:' '--backup[copy at SIGUSR1]:file:_files' \
            '--house[rules of the house]:file:_files' \
            '*--host[name that the server is called by]:name:' '*--origin[page that may connect]:https\://host:' '--proxy[behind a proxy]' \
            '--reuse-port[share the port]' '--metrics-open[metrics for everybody]' \
            '--workers[threads for bots]:number:' '*--limit[set a limit]:name=value:' \
            '--limits[all limits]' '--log[log file]:file:_files' \
            '--log-level[how much]:level:(debug info warn error)' '--log-peers[with addresses]' ;;
        store) _arguments $common '--force[replace files]' '1:what:(check backup restore salvage)' '2:file:_files' '3:file:_files' ;;
        campaign) _arguments $common '*--add[count a recorded game]:file:_files' '--json[as JSON]' \
            '1:game:_veillee_games' '2:campaign:_files' ;;
        table) _arguments $common '--seats[who plays]:kinds:(human,human human,open human,greedy)' \
            '--names[names of the players]:names:' '*'{-s,--set}'[option of the game]:option=value:' \
            '--public[listed, anybody may watch]' '--chat[what can be said]:what:(all phrases off)' \
            '--join[sit down at once]' '--plain[sentences and lists]' '--board[draw the board]' \
            '--json[as JSON]' '1:url:_urls' '2:game:_veillee_games' ;;
        join) _arguments $common '--name[your name]:name:' '--claim[take an open seat]' '--link[file with the link]:file:_files' \
            '--plain[sentences and lists]' '--board[draw the board]' '1:link:_urls' ;;
        esac ;;
    esac
}

_veillee "$@"
