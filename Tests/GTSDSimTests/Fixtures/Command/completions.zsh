#compdef gtsd-sim
# Completion of gtsd-sim for zsh.
_gtsd_sim() {
  local -a commands
  commands=(
    'run:Simulate\: KPIs against targets, distributions, violations.'
    'report:Render a report again in other formats.'
    'validate:Check scenario files\: every problem with its path, line and column.'
    'schema:Print the JSON Schema of scenario files, or of reports.'
    'list:List kpis, hazards, invariants, generations, scenarios or distributions.'
    'bench:Run one of our own benchmarks.'
    'completions:Print a completion script for a shell.'
    'help:Show help.'
    '--help:Show help.'
    '--version:Show the version.'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    run)
      _arguments \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--replications[How often the whole population lives through it; counts are pooled.]:N: ' \
        '-n[How often the whole population lives through it; counts are pooled.]:N: ' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--events[Write the analytics events as JSON Lines.]:FILE:_files' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write how long it took, as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 although a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:SCENARIO:_files' ;;
    report)
      _arguments \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 although a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:REPORT:_files' ;;
    validate)
      _arguments \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:SCENARIO:_files' ;;
    schema)
      _arguments \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:WHAT:(scenario report)' ;;
    list)
      _arguments \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:WHAT:(kpis hazards invariants generations scenarios distributions)' ;;
    bench)
      _arguments \
        '--users[Number of users.]:N: ' \
        '--seed[Seed of every random stream.]:N: ' \
        '--repeat[How often to measure; speeds are medians.]:N: ' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:WHAT:(journey)' ;;
    completions)
      _arguments \
        '--no-color[No colour. NO_COLOR and TERM=dumb say the same.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SHELL:(bash zsh fish)' ;;
    help) _describe command commands ;;
  esac
}
_gtsd_sim "$@"
