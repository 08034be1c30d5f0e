#compdef gtsd-sim
# Completion of gtsd-sim for zsh.
_gtsd_sim() {
  local -a commands
  commands=(
    'run:Simulate people, and compare the indicators with their targets.'
    'explore:Search the orders of events for one that breaks the app'\''s state, and explain it.'
    'play:Run a story once in its natural order, step by step.'
    'replay:Repeat one violation exactly, and show its timeline.'
    'forecast:Estimate how likely each target is met, and what influences that.'
    'compare:Compare two scenarios, generations, arms or reports\: differences with intervals.'
    'studio:Ask questions, change assumptions and watch people in the browser.'
    'load:Put a real server under load, over HTTP and in real time.'
    'serve:Serve the simulated backend over HTTP.'
    'merge:Merge the shards of a run or a study into the report of the whole.'
    'cluster:Run a command in shards on Slurm or Kubernetes.'
    'calibrate:Fit a scenario to observed analytics events, and check the fit.'
    'check-events:Check an app'\''s event log against the event definitions.'
    'report:Render a report again in other formats.'
    'validate:Check scenario files\: every problem with its path, line and column.'
    'schema:Print the JSON Schema of scenario files, or of reports.'
    'list:List kpis, hazards, generations, scenarios, actions of stories, events and more.'
    'completions:Print a completion script for a shell, or the manual page.'
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
        '--replications[Number of times that the whole population is simulated.]:N: ' \
        '-n[Number of times that the whole population is simulated.]:N: ' \
        '--matrix[Search each story under each generation, and show which generation passes which story.]' \
        '--schedules[Number of schedules to search for each cell of a matrix.]:N: ' \
        '--profile[Write the processor time by group (engine, app, …) as JSON.]:FILE:_files' \
        '--shard[Run only the I-th of N parts, for `gtsd-sim merge`.]:I/N: ' \
        '--checkpoint[Store the results of finished work in DIR. After an interruption, the same command continues from there and gives the same report.]:DIR:_files -/' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--events[Write the analytics events as JSON Lines.]:FILE:_files' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:SCENARIO:_files' ;;
    explore)
      _arguments \
        '--schedules[Number of schedules to search.]:N: ' \
        '--time-budget[Begin no schedule after this time, such as 60s or 5m; without --schedules, the only limit.]:TIME: ' \
        '--policy[The strategy that picks the next event.]:NAME:(portfolio random pos pct urw dfs)' \
        '--hazard[A hazard of `gtsd-sim list hazards`.]:ID:(banner-after-ack-instance-drift dismissal-not-session-scoped dismissal-undone-by-recheck dismissal-disables-plans-gate dismissal-leaks-across-users singleton-not-observed zero-state-vs-card-race zero-state-on-summary-error maintain-null-weeks profile-shows-login-snapshot plan-held-after-edit two-bmi-values stale-get-overwrites-ack ack-marks-newer-summary concurrent-home-loads-reorder plan-response-reorder refresh-half-applied profile-reload-clobbers-edits photo-selection-load-reorder task-filter-reorder delete-photo-resurrection http-cache-stale-get silent-refresh-overwrite summary-after-continue double-tap-acknowledge double-complete-onboarding duplicate-weekly-plan double-compute-on-first-read photo-retry-duplicates photo-retry-empty-selection photo-onchange-reentrancy selection-cleared-mid-upload photo-index-desync confirm-race-500 streak-double-count ack-stale-version ack-404-generates-plan ack-of-older-row-accepted daily-ack-reset metrics-date-boundary metrics-stale-after-edit recompute-below-threshold targets-jump-on-first-plan water-target-stale-in-reply unsupported-gender ack-mid-recompute ack-ok-plan-failed ack-committed-reply-lost plan-and-summary-all-or-nothing ack-bypass-on-fetch-error ack-bypass-toolbar gate-error-not-recognised profile-save-partial-commit put-ok-recompute-failed onboarding-reply-lost summary-sheet-unmounted summary-shown-again queued-ack-hides-prompt prefs-cannot-clear prefs-empty-load-overwrite prefs-two-writers height-rounding-phantom-write weight-below-tolerance gender-coercion date-edit-ignored name-email-edit-dropped save-then-dismiss-race response-after-logout cross-user-singleton token-refresh-stampede fifteen-minute-cliff logout-does-not-revoke logout-waits-for-network launch-offline-logout session-not-restored onboarding-flag-regression shared-loading-flag sibling-clears-error rapid-tab-switch-storm cancelled-reported-as-network-error cancelled-leaves-loading cancellation-hot-retry guard-drops-refresh error-hides-card error-need-flip photo-cache-clobber cache-eviction server-cache-staleness ip-limit-collapse first-plan-decode-on-strict-dates)' \
        '--no-minimize[Show finds without shrinking them.]' \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--shard[Run only the I-th of N parts, for `gtsd-sim merge`.]:I/N: ' \
        '--checkpoint[Store the results of finished work in DIR. After an interruption, the same command continues from there and gives the same report.]:DIR:_files -/' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SCENARIO:_files' ;;
    play)
      _arguments \
        '--seed[Seed of every random stream.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--output[Write play.json, play.md, play.html and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write play.json, play.md, play.html and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html junit' \
        '--events[Write the analytics events as JSON Lines.]:FILE:_files' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:STORY:_files' ;;
    replay)
      _arguments \
        '--scenario[The scenario that the token was made from.]:FILE:_files' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:TOKEN|FILE:_files' ;;
    forecast)
      _arguments \
        '--kpi[The indicator of --precision, --sensitivity and --solve, one of `gtsd-sim list kpis`.]:ID:(acknowledgment-rate-24h metrics-load-error-rate dismissal-rate state-violations time-to-acknowledge acknowledgment-route-card-share acknowledgment-error-rate banner-visible-time profile-completion-rate-7d time-to-profile-completion zero-state-tap-through-rate zero-state-view-rate profile-discovery-rate-24h onboarding-abandonment-rate summary-completion-rate summary-time-on-screen onboarding-to-first-action learn-more-expansion-rate summary-button-exit-rate retention-rate-7d api-error-rate api-response-time crash-rate complaints-24h support-tickets preferences-save-success-rate photo-upload-success-rate photo-upload-time photo-retry-rate ui-lag-rate)' \
        '--replications[Number of times that the whole population is simulated.]:N: ' \
        '-n[Number of times that the whole population is simulated.]:N: ' \
        '--precision[Run until the indicator'\''s mean is known within P, in its unit; --replications is then the limit.]:P: ' \
        '--sensitivity[Find out what influences the indicator; takes several hundred trials.]' \
        '--reach[Rank changes that a product team can make (card text, reminders, metrics, roll-out, app) by effect.]' \
        '--solve[Find the value of one number of the scenario that reaches --target; `*` stands for every persona.]:PATH\[=LOW..HIGH\]: ' \
        '--target[The value of the indicator'\''s mean for --solve, such as 0.8 or 80%.]:X: ' \
        '--uncertainty[Draw assumptions without a source within this factor; 1 leaves only chance.]:F: ' \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '*--known[The shard.pieces of a shard of the previous round, for work that depends on all of them. Repeat it for each shard.]:FILE:_files' \
        '--shard[Run only the I-th of N parts, for `gtsd-sim merge`.]:I/N: ' \
        '--checkpoint[Store the results of finished work in DIR. After an interruption, the same command continues from there and gives the same report.]:DIR:_files -/' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SCENARIO:_files' ;;
    compare)
      _arguments \
        '--kpi[The main indicator, which decides the answer, one of `gtsd-sim list kpis`.]:ID:(acknowledgment-rate-24h metrics-load-error-rate dismissal-rate state-violations time-to-acknowledge acknowledgment-route-card-share acknowledgment-error-rate banner-visible-time profile-completion-rate-7d time-to-profile-completion zero-state-tap-through-rate zero-state-view-rate profile-discovery-rate-24h onboarding-abandonment-rate summary-completion-rate summary-time-on-screen onboarding-to-first-action learn-more-expansion-rate summary-button-exit-rate retention-rate-7d api-error-rate api-response-time crash-rate complaints-24h support-tickets preferences-save-success-rate photo-upload-success-rate photo-upload-time photo-retry-rate ui-lag-rate)' \
        '--plan[Plan an experiment\: the number of users needed to find a change.]' \
        '*--lift[A relative change to plan for, such as 5%. May be repeated.]:P: ' \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '*--set-b[Set a value in B only. Without an operand B, B is A with this value. May be repeated.]:PATH=VALUE: ' \
        '*--set-c[Set a value in a third variant of A. May be repeated.]:PATH=VALUE: ' \
        '*--set-d[Set a value in a fourth variant of A. May be repeated.]:PATH=VALUE: ' \
        '*--set-e[Set a value in a fifth variant of A. May be repeated.]:PATH=VALUE: ' \
        '--replications[Number of times that the whole population is simulated.]:N: ' \
        '-n[Number of times that the whole population is simulated.]:N: ' \
        '--shard[Run only the I-th of N parts, for `gtsd-sim merge`.]:I/N: ' \
        '--checkpoint[Store the results of finished work in DIR. After an interruption, the same command continues from there and gives the same report.]:DIR:_files -/' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:A [B]:_files' ;;
    studio)
      _arguments \
        '--port[Port of this machine to listen at; 0 picks a free one.]:N: ' \
        '--no-open[Do not open a browser; the address is printed anyway.]' \
        '--target[The server that the page may send load to, such as http\://127.0.0.1\:8080.]:URL: ' \
        '*--allow-host[Another machine that load may be sent to, as HOST, HOST\:PORT or SCHEME\://HOST\:PORT; uploads go to no other port of it. May be repeated.]:HOST: ' \
        '--ca-file[Certificates to trust, as PEM.]:FILE:_files' \
        '--accounts[Existing accounts, one per line\: e-mail, blank, password. Users log in instead of signing up.]:FILE:_files' \
        '*--header[A field of every request to the server, as '\''NAME\: VALUE'\''; never shown. May be repeated.]:FIELD: ' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SCENARIO:_files' ;;
    load)
      _arguments \
        '--target[The server'\''s URL, such as http\://127.0.0.1\:8080.]:URL: ' \
        '--check[Request every endpoint of the contract once and list the problems; sends no load. Exits with 69 unless all work.]' \
        '--rate[Sessions (or requests) to start per second, whatever the server does.]:N/s: ' \
        '--stages[Levels of rate, as LEVEL\:TIME,…\: the rate changes linearly to each level over its time.]:LIST: ' \
        '--ramp[With --users, first increase their number linearly over this time.]:TIME: ' \
        '--duration[Time during which sessions (or requests) are started.]:TIME: ' \
        '--max-in-flight[Largest number of starts in progress; further ones are dropped and counted.]:N: ' \
        '--max-dropped[Exit with 10 if a larger share of starts is dropped, such as 0.1%.]:P: ' \
        '*--allow-host[Another machine that load may be sent to, as HOST, HOST\:PORT or SCHEME\://HOST\:PORT; uploads go to no other port of it. May be repeated.]:HOST: ' \
        '--ca-file[Certificates to trust, as PEM.]:FILE:_files' \
        '--cert[The client'\''s certificate, as PEM with its chain, for a server that requests one; needs --key.]:FILE:_files' \
        '--key[The key of the certificate in --cert, as PEM.]:FILE:_files' \
        '--accounts[Existing accounts, one per line\: e-mail, blank, password. Users log in instead of signing up.]:FILE:_files' \
        '*--header[A field of every request to the server, as '\''NAME\: VALUE'\''; never shown. May be repeated.]:FIELD: ' \
        '--wait-ready[Wait this long for a server that does not answer yet, or whose health check fails.]:TIME: ' \
        '--run[The id of this run, 1 to 32 letters and digits that the server has not seen. Part of the addresses of accounts, X-Request-ID and traceparent.]:ID: ' \
        '--start-at[Time to begin\: +10s from now, or an instant such as 2026-11-22T12\:00\:00Z.]:TIME: ' \
        '--prometheus[Serve the measurements at /metrics of this port of 127.0.0.1 during the run; 0 picks a port.]:PORT: ' \
        '--dashboard[Serve the report so far at this port of 127.0.0.1 during the run; 0 picks a port.]:PORT: ' \
        '*--dashboard-of[Add another generator'\''s figures to --dashboard, by the address of its own dashboard. May be repeated.]:URL: ' \
        '--influx[Write a line per second in InfluxDB'\''s line protocol during the run.]:FILE:_files' \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Keep this many users active (a closed model), instead of the scenario'\''s load.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--shard[Run only the I-th of N parts, for `gtsd-sim merge`.]:I/N: ' \
        '--jobs[Event loops that drive the server, one thread each.]:N: ' \
        '-j[Event loops that drive the server, one thread each.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SCENARIO:_files' ;;
    serve)
      _arguments \
        '--port[Port to listen at; 0 picks a free one.]:N: ' \
        '--host[Address to listen at.]:HOST: ' \
        '--seed[Seed of every random stream.]:N: ' \
        '--users[Number of users.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SCENARIO:_files' ;;
    merge)
      _arguments \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:SHARD:_files' ;;
    cluster)
      _arguments \
        '--shards[Number of shards.]:N: ' \
        '--cpus[Processors per shard, one thread each.]:N: ' \
        '--memory[Memory per shard, such as 512M or 4G.]:SIZE: ' \
        '--time[Time limit of a shard.]:TIME: ' \
        '--image[The container image with this program, for kubernetes.]:NAME: ' \
        '--storage[Size of the volume claim for shards and report, for kubernetes.]:SIZE: ' \
        '--submit[Submit to Slurm, show the progress, rerun failed shards, merge, and print the report.]' \
        '--dry-run[Print the files instead of writing them.]' \
        '--output[Where job files, shards and the report go; every node must reach it.]:DIR:_files -/' \
        '-o[Where job files, shards and the report go; every node must reach it.]:DIR:_files -/' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:ENGINE -- COMMAND:()' ;;
    calibrate)
      _arguments \
        '--scenario[The scenario with the start values of the fit, and the values that events do not show.]:FILE:_files' \
        '--max-bad[Number or share of lines that may be rejected; repeated lines do not count.]:N|P%: ' \
        '--from[The format of the log.]:FORMAT:(amplitude mixpanel posthog ga4 segment rudderstack snowplow heap csv jsonl)' \
        '--map[The log'\''s names of events, fields, properties and experiments, and its time format and zone, as JSON.]:FILE:_files' \
        '--explain[Print how the first ten lines are read, without a fit.]' \
        '--replications[Number of times that the whole population is simulated.]:N: ' \
        '-n[Number of times that the whole population is simulated.]:N: ' \
        '--seed[Seed of every random stream.]:N: ' \
        '*--set[Set any value of the scenario by its path. May be repeated.]:PATH=VALUE: ' \
        '--generation[Replace the app generation.]:NAME: ' \
        '-g[Replace the app generation.]:NAME: ' \
        '--checkpoint[Store the results of finished work in DIR. After an interruption, the same command continues from there and gives the same report.]:DIR:_files -/' \
        '--jobs[Threads; the report does not depend on it.]:N: ' \
        '-j[Threads; the report does not depend on it.]:N: ' \
        '--output[Write overlay.json there, and report.json, report.md, report.html, kpis.csv and junit.xml or what --format says.]:DIR:_files -/' \
        '-o[Write overlay.json there, and report.json, report.md, report.html, kpis.csv and junit.xml or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--timings[Write the elapsed times as JSON.]:FILE:_files' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:EVENTS:_files' ;;
    check-events)
      _arguments \
        '--from[The format of the log.]:FORMAT:(amplitude mixpanel posthog ga4 segment rudderstack snowplow heap csv jsonl)' \
        '--map[The log'\''s names of events, fields, properties and experiments, and its time format and zone, as JSON.]:FILE:_files' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:FILE:_files' ;;
    report)
      _arguments \
        '--output[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '-o[Write report.json, report.md, report.html, kpis.csv and junit.xml there, or what --format says.]:DIR:_files -/' \
        '--format[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '-f[Formats to write, separated by commas.]:LIST:_values -s , format json md html csv junit' \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-fail[Exit with 0 even if a target was missed (10) or a violation was found (11).]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
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
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '*:SCENARIO:_files' ;;
    schema)
      _arguments \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:WHAT:(scenario report)' ;;
    list)
      _arguments \
        '--json[Print JSON on standard output, and nothing else there.]' \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:WHAT:(kpis hazards invariants generations scenarios distributions events endpoints actions expectations personas policies)' ;;
    completions)
      _arguments \
        '--quiet[No progress and no remarks on standard error.]' \
        '-q[No progress and no remarks on standard error.]' \
        '--no-color[No colour, as with NO_COLOR or TERM=dumb.]' \
        '--help[Show help.]' \
        '-h[Show help.]' \
        '1:SHELL:(bash zsh fish man)' ;;
    help) _describe command commands ;;
  esac
}
_gtsd_sim "$@"
