# Completion of gtsd-sim for bash: source <(gtsd-sim completions bash)
_gtsd_sim() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "run report validate schema list bench completions help --help --version" -- "$current"))
    return
  fi
  case $previous in
    --seed) :; return ;;
    --users) :; return ;;
    --set) :; return ;;
    --generation|-g) :; return ;;
    --jobs|-j) :; return ;;
    --replications|-n) :; return ;;
    --output|-o) COMPREPLY=($(compgen -d -- "$current")); return ;;
    --format|-f) COMPREPLY=($(compgen -W "json md html csv junit" -- "$current")); return ;;
    --events) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --timings) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --repeat) :; return ;;
  esac
  case $command in
    run)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--seed --users --set --generation --replications --jobs --output --format --events --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    report)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--output --format --json --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    validate)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--seed --users --set --generation --json --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    schema)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "scenario report" -- "$current")); fi ;;
    list)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--json --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "kpis hazards invariants generations scenarios distributions" -- "$current")); fi ;;
    bench)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--users --seed --repeat --json --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "journey" -- "$current")); fi ;;
    completions)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "bash zsh fish" -- "$current")); fi ;;
    help) COMPREPLY=($(compgen -W "run report validate schema list bench completions" -- "$current")) ;;
  esac
}
complete -F _gtsd_sim gtsd-sim
