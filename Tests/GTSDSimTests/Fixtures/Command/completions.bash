# Completion of gtsd-sim for bash: source <(gtsd-sim completions bash)
_gtsd_sim() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "run explore play replay forecast compare studio load serve merge cluster calibrate check-events report validate schema list completions help --help --version" -- "$current"))
    return
  fi
  case $previous in
    --seed) :; return ;;
    --users) :; return ;;
    --set) :; return ;;
    --set-b) :; return ;;
    --set-c) :; return ;;
    --set-d) :; return ;;
    --set-e) :; return ;;
    --uncertainty) :; return ;;
    --generation|-g) :; return ;;
    --jobs|-j) :; return ;;
    --replications|-n) :; return ;;
    --shard) :; return ;;
    --known) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --checkpoint) COMPREPLY=($(compgen -d -- "$current")); return ;;
    --schedules) :; return ;;
    --time-budget) :; return ;;
    --policy) COMPREPLY=($(compgen -W "portfolio random pos pct urw dfs" -- "$current")); return ;;
    --hazard) COMPREPLY=($(compgen -W "banner-after-ack-instance-drift dismissal-not-session-scoped dismissal-undone-by-recheck dismissal-disables-plans-gate dismissal-leaks-across-users singleton-not-observed zero-state-vs-card-race zero-state-on-summary-error maintain-null-weeks profile-shows-login-snapshot plan-held-after-edit two-bmi-values stale-get-overwrites-ack ack-marks-newer-summary concurrent-home-loads-reorder plan-response-reorder refresh-half-applied profile-reload-clobbers-edits photo-selection-load-reorder task-filter-reorder delete-photo-resurrection http-cache-stale-get silent-refresh-overwrite summary-after-continue double-tap-acknowledge double-complete-onboarding duplicate-weekly-plan double-compute-on-first-read photo-retry-duplicates photo-retry-empty-selection photo-onchange-reentrancy selection-cleared-mid-upload photo-index-desync confirm-race-500 streak-double-count ack-stale-version ack-404-generates-plan ack-of-older-row-accepted daily-ack-reset metrics-date-boundary metrics-stale-after-edit recompute-below-threshold targets-jump-on-first-plan water-target-stale-in-reply unsupported-gender ack-mid-recompute ack-ok-plan-failed ack-committed-reply-lost plan-and-summary-all-or-nothing ack-bypass-on-fetch-error ack-bypass-toolbar gate-error-not-recognised profile-save-partial-commit put-ok-recompute-failed onboarding-reply-lost summary-sheet-unmounted summary-shown-again queued-ack-hides-prompt prefs-cannot-clear prefs-empty-load-overwrite prefs-two-writers height-rounding-phantom-write weight-below-tolerance gender-coercion date-edit-ignored name-email-edit-dropped save-then-dismiss-race response-after-logout cross-user-singleton token-refresh-stampede fifteen-minute-cliff logout-does-not-revoke logout-waits-for-network launch-offline-logout session-not-restored onboarding-flag-regression shared-loading-flag sibling-clears-error rapid-tab-switch-storm cancelled-reported-as-network-error cancelled-leaves-loading cancellation-hot-retry guard-drops-refresh error-hides-card error-need-flip photo-cache-clobber cache-eviction server-cache-staleness ip-limit-collapse first-plan-decode-on-strict-dates" -- "$current")); return ;;
    --kpi) COMPREPLY=($(compgen -W "acknowledgment-rate-24h metrics-load-error-rate dismissal-rate state-violations time-to-acknowledge acknowledgment-route-card-share acknowledgment-error-rate banner-visible-time profile-completion-rate-7d time-to-profile-completion zero-state-tap-through-rate zero-state-view-rate profile-discovery-rate-24h onboarding-abandonment-rate summary-completion-rate summary-time-on-screen onboarding-to-first-action learn-more-expansion-rate summary-button-exit-rate retention-rate-7d api-error-rate api-response-time crash-rate complaints-24h support-tickets preferences-save-success-rate photo-upload-success-rate photo-upload-time photo-retry-rate ui-lag-rate" -- "$current")); return ;;
    --precision) :; return ;;
    --solve) :; return ;;
    --target) :; return ;;
    --rate) :; return ;;
    --stages) :; return ;;
    --duration) :; return ;;
    --max-in-flight) :; return ;;
    --max-dropped) :; return ;;
    --allow-host) :; return ;;
    --ca-file) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --accounts) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --header) :; return ;;
    --ramp) :; return ;;
    --wait-ready) :; return ;;
    --run) :; return ;;
    --start-at) :; return ;;
    --prometheus) :; return ;;
    --dashboard) :; return ;;
    --dashboard-of) :; return ;;
    --influx) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --shards) :; return ;;
    --cpus) :; return ;;
    --memory) :; return ;;
    --time) :; return ;;
    --image) :; return ;;
    --storage) :; return ;;
    --port) :; return ;;
    --host) :; return ;;
    --lift) :; return ;;
    --scenario) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --output|-o) COMPREPLY=($(compgen -d -- "$current")); return ;;
    --format|-f) COMPREPLY=($(compgen -W "json md html csv junit" -- "$current")); return ;;
    --events) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --timings) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --profile) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --max-bad) :; return ;;
    --map) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --from) COMPREPLY=($(compgen -W "amplitude mixpanel posthog ga4 segment rudderstack snowplow heap csv jsonl" -- "$current")); return ;;
    --cert) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --key) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case $command in
    run)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--seed --users --set --generation --replications --matrix --schedules --profile --shard --checkpoint --jobs --output --format --events --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    explore)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--schedules --time-budget --policy --hazard --no-minimize --seed --users --set --generation --shard --checkpoint --jobs --output --format --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    play)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--seed --set --generation --output --format --events --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    replay)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--scenario --output --format --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    forecast)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--kpi --replications --precision --sensitivity --reach --solve --target --uncertainty --seed --users --set --generation --known --shard --checkpoint --jobs --output --format --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    compare)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--kpi --plan --lift --seed --users --set --generation --set-b --set-c --set-d --set-e --replications --shard --checkpoint --jobs --output --format --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    studio)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--port --no-open --target --allow-host --ca-file --accounts --header --jobs --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    load)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--target --check --rate --stages --ramp --duration --max-in-flight --max-dropped --allow-host --ca-file --cert --key --accounts --header --wait-ready --run --start-at --prometheus --dashboard --dashboard-of --influx --seed --users --set --generation --shard --jobs --output --format --json --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    serve)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--port --host --seed --users --set --generation --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    merge)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--jobs --output --format --json --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    cluster)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--shards --cpus --memory --time --image --storage --submit --dry-run --output --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "" -- "$current")); fi ;;
    calibrate)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--scenario --max-bad --from --map --explain --replications --seed --set --generation --checkpoint --jobs --output --format --json --timings --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    check-events)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--from --map --json --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    report)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--output --format --json --quiet --no-fail --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    validate)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--seed --users --set --generation --json --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
    schema)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--json --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "scenario report" -- "$current")); fi ;;
    list)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--json --quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "kpis hazards invariants generations scenarios distributions events endpoints actions expectations personas policies" -- "$current")); fi ;;
    completions)
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "--quiet --no-color --help" -- "$current"))
      else COMPREPLY=($(compgen -W "bash zsh fish man" -- "$current")); fi ;;
    help) COMPREPLY=($(compgen -W "run explore play replay forecast compare studio load serve merge cluster calibrate check-events report validate schema list completions" -- "$current")) ;;
  esac
}
complete -F _gtsd_sim gtsd-sim
