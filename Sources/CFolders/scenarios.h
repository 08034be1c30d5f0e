{"any-answer", (const char[]){
#embed "../../scenarios/any-answer.json" suffix(,)
0}},
{"busy-week", (const char[]){
#embed "../../scenarios/busy-week.json" suffix(,)
0}},
{"card-copy", (const char[]){
#embed "../../scenarios/card-copy.json" suffix(,)
0}},
{"daily-use", (const char[]){
#embed "../../scenarios/daily-use.json" suffix(,)
0}},
{"direct-to-plans", (const char[]){
#embed "../../scenarios/direct-to-plans.json" suffix(,)
0}},
{"dismissal", (const char[]){
#embed "../../scenarios/dismissal.json" suffix(,)
0}},
{"first-day-fixed", (const char[]){
#embed "../../scenarios/first-day-fixed.json" suffix(,)
0}},
{"first-day", (const char[]){
#embed "../../scenarios/first-day.json" suffix(,)
0}},
{"flaky-network", (const char[]){
#embed "../../scenarios/flaky-network.json" suffix(,)
0}},
{"outage-and-recovery", (const char[]){
#embed "../../scenarios/outage-and-recovery.json" suffix(,)
0}},
{"photo-storm", (const char[]){
#embed "../../scenarios/photo-storm.json" suffix(,)
0}},
{"preferences", (const char[]){
#embed "../../scenarios/preferences.json" suffix(,)
0}},
{"prompt-places", (const char[]){
#embed "../../scenarios/prompt-places.json" suffix(,)
0}},
{"rapid-tabs", (const char[]){
#embed "../../scenarios/rapid-tabs.json" suffix(,)
0}},
{"reminders", (const char[]){
#embed "../../scenarios/reminders.json" suffix(,)
0}},
{"rollout-bad", (const char[]){
#embed "../../scenarios/rollout-bad.json" suffix(,)
0}},
{"rollout-beta", (const char[]){
#embed "../../scenarios/rollout-beta.json" suffix(,)
0}},
{"rollout", (const char[]){
#embed "../../scenarios/rollout.json" suffix(,)
0}},
{"rough-week", (const char[]){
#embed "../../scenarios/rough-week.json" suffix(,)
0}},
{"skip-onboarding", (const char[]){
#embed "../../scenarios/skip-onboarding.json" suffix(,)
0}},
{"slow-metrics", (const char[]){
#embed "../../scenarios/slow-metrics.json" suffix(,)
0}},
{"summary-length", (const char[]){
#embed "../../scenarios/summary-length.json" suffix(,)
0}},
{"week-one", (const char[]){
#embed "../../scenarios/week-one.json" suffix(,)
0}},
{"zero-state", (const char[]){
#embed "../../scenarios/zero-state.json" suffix(,)
0}},
{"races/ack-404-generates-plan", (const char[]){
#embed "../../scenarios/races/ack-404-generates-plan.json" suffix(,)
0}},
{"races/ack-bypass-on-fetch-error", (const char[]){
#embed "../../scenarios/races/ack-bypass-on-fetch-error.json" suffix(,)
0}},
{"races/ack-bypass-toolbar", (const char[]){
#embed "../../scenarios/races/ack-bypass-toolbar.json" suffix(,)
0}},
{"races/ack-committed-reply-lost", (const char[]){
#embed "../../scenarios/races/ack-committed-reply-lost.json" suffix(,)
0}},
{"races/ack-marks-newer-summary", (const char[]){
#embed "../../scenarios/races/ack-marks-newer-summary.json" suffix(,)
0}},
{"races/ack-mid-recompute", (const char[]){
#embed "../../scenarios/races/ack-mid-recompute.json" suffix(,)
0}},
{"races/ack-of-older-row-accepted", (const char[]){
#embed "../../scenarios/races/ack-of-older-row-accepted.json" suffix(,)
0}},
{"races/ack-ok-plan-failed", (const char[]){
#embed "../../scenarios/races/ack-ok-plan-failed.json" suffix(,)
0}},
{"races/ack-stale-version", (const char[]){
#embed "../../scenarios/races/ack-stale-version.json" suffix(,)
0}},
{"races/banner-after-ack-instance-drift", (const char[]){
#embed "../../scenarios/races/banner-after-ack-instance-drift.json" suffix(,)
0}},
{"races/cache-eviction", (const char[]){
#embed "../../scenarios/races/cache-eviction.json" suffix(,)
0}},
{"races/cancelled-leaves-loading", (const char[]){
#embed "../../scenarios/races/cancelled-leaves-loading.json" suffix(,)
0}},
{"races/cancelled-reported-as-network-error", (const char[]){
#embed "../../scenarios/races/cancelled-reported-as-network-error.json" suffix(,)
0}},
{"races/concurrent-home-loads-reorder", (const char[]){
#embed "../../scenarios/races/concurrent-home-loads-reorder.json" suffix(,)
0}},
{"races/confirm-race-500", (const char[]){
#embed "../../scenarios/races/confirm-race-500.json" suffix(,)
0}},
{"races/cross-user-singleton", (const char[]){
#embed "../../scenarios/races/cross-user-singleton.json" suffix(,)
0}},
{"races/daily-ack-reset", (const char[]){
#embed "../../scenarios/races/daily-ack-reset.json" suffix(,)
0}},
{"races/date-edit-ignored", (const char[]){
#embed "../../scenarios/races/date-edit-ignored.json" suffix(,)
0}},
{"races/delete-photo-resurrection", (const char[]){
#embed "../../scenarios/races/delete-photo-resurrection.json" suffix(,)
0}},
{"races/dismissal-disables-plans-gate", (const char[]){
#embed "../../scenarios/races/dismissal-disables-plans-gate.json" suffix(,)
0}},
{"races/dismissal-leaks-across-users", (const char[]){
#embed "../../scenarios/races/dismissal-leaks-across-users.json" suffix(,)
0}},
{"races/dismissal-not-session-scoped", (const char[]){
#embed "../../scenarios/races/dismissal-not-session-scoped.json" suffix(,)
0}},
{"races/dismissal-undone-by-recheck", (const char[]){
#embed "../../scenarios/races/dismissal-undone-by-recheck.json" suffix(,)
0}},
{"races/double-complete-onboarding", (const char[]){
#embed "../../scenarios/races/double-complete-onboarding.json" suffix(,)
0}},
{"races/double-compute-on-first-read", (const char[]){
#embed "../../scenarios/races/double-compute-on-first-read.json" suffix(,)
0}},
{"races/double-tap-acknowledge", (const char[]){
#embed "../../scenarios/races/double-tap-acknowledge.json" suffix(,)
0}},
{"races/duplicate-weekly-plan", (const char[]){
#embed "../../scenarios/races/duplicate-weekly-plan.json" suffix(,)
0}},
{"races/error-hides-card", (const char[]){
#embed "../../scenarios/races/error-hides-card.json" suffix(,)
0}},
{"races/error-need-flip", (const char[]){
#embed "../../scenarios/races/error-need-flip.json" suffix(,)
0}},
{"races/fifteen-minute-cliff", (const char[]){
#embed "../../scenarios/races/fifteen-minute-cliff.json" suffix(,)
0}},
{"races/first-plan-decode-on-strict-dates", (const char[]){
#embed "../../scenarios/races/first-plan-decode-on-strict-dates.json" suffix(,)
0}},
{"races/gate-error-not-recognised", (const char[]){
#embed "../../scenarios/races/gate-error-not-recognised.json" suffix(,)
0}},
{"races/gender-coercion", (const char[]){
#embed "../../scenarios/races/gender-coercion.json" suffix(,)
0}},
{"races/height-rounding-phantom-write", (const char[]){
#embed "../../scenarios/races/height-rounding-phantom-write.json" suffix(,)
0}},
{"races/http-cache-stale-get", (const char[]){
#embed "../../scenarios/races/http-cache-stale-get.json" suffix(,)
0}},
{"races/launch-offline-logout", (const char[]){
#embed "../../scenarios/races/launch-offline-logout.json" suffix(,)
0}},
{"races/logout-does-not-revoke", (const char[]){
#embed "../../scenarios/races/logout-does-not-revoke.json" suffix(,)
0}},
{"races/logout-waits-for-network", (const char[]){
#embed "../../scenarios/races/logout-waits-for-network.json" suffix(,)
0}},
{"races/maintain-null-weeks", (const char[]){
#embed "../../scenarios/races/maintain-null-weeks.json" suffix(,)
0}},
{"races/metrics-date-boundary", (const char[]){
#embed "../../scenarios/races/metrics-date-boundary.json" suffix(,)
0}},
{"races/metrics-stale-after-edit", (const char[]){
#embed "../../scenarios/races/metrics-stale-after-edit.json" suffix(,)
0}},
{"races/name-email-edit-dropped", (const char[]){
#embed "../../scenarios/races/name-email-edit-dropped.json" suffix(,)
0}},
{"races/onboarding-flag-regression", (const char[]){
#embed "../../scenarios/races/onboarding-flag-regression.json" suffix(,)
0}},
{"races/onboarding-reply-lost", (const char[]){
#embed "../../scenarios/races/onboarding-reply-lost.json" suffix(,)
0}},
{"races/photo-cache-clobber", (const char[]){
#embed "../../scenarios/races/photo-cache-clobber.json" suffix(,)
0}},
{"races/photo-index-desync", (const char[]){
#embed "../../scenarios/races/photo-index-desync.json" suffix(,)
0}},
{"races/photo-onchange-reentrancy", (const char[]){
#embed "../../scenarios/races/photo-onchange-reentrancy.json" suffix(,)
0}},
{"races/photo-retry-duplicates", (const char[]){
#embed "../../scenarios/races/photo-retry-duplicates.json" suffix(,)
0}},
{"races/photo-retry-empty-selection", (const char[]){
#embed "../../scenarios/races/photo-retry-empty-selection.json" suffix(,)
0}},
{"races/photo-selection-load-reorder", (const char[]){
#embed "../../scenarios/races/photo-selection-load-reorder.json" suffix(,)
0}},
{"races/plan-and-summary-all-or-nothing", (const char[]){
#embed "../../scenarios/races/plan-and-summary-all-or-nothing.json" suffix(,)
0}},
{"races/plan-held-after-edit", (const char[]){
#embed "../../scenarios/races/plan-held-after-edit.json" suffix(,)
0}},
{"races/plan-response-reorder", (const char[]){
#embed "../../scenarios/races/plan-response-reorder.json" suffix(,)
0}},
{"races/prefs-cannot-clear", (const char[]){
#embed "../../scenarios/races/prefs-cannot-clear.json" suffix(,)
0}},
{"races/prefs-empty-load-overwrite", (const char[]){
#embed "../../scenarios/races/prefs-empty-load-overwrite.json" suffix(,)
0}},
{"races/prefs-two-writers", (const char[]){
#embed "../../scenarios/races/prefs-two-writers.json" suffix(,)
0}},
{"races/profile-reload-clobbers-edits", (const char[]){
#embed "../../scenarios/races/profile-reload-clobbers-edits.json" suffix(,)
0}},
{"races/profile-save-partial-commit", (const char[]){
#embed "../../scenarios/races/profile-save-partial-commit.json" suffix(,)
0}},
{"races/profile-shows-login-snapshot", (const char[]){
#embed "../../scenarios/races/profile-shows-login-snapshot.json" suffix(,)
0}},
{"races/put-ok-recompute-failed", (const char[]){
#embed "../../scenarios/races/put-ok-recompute-failed.json" suffix(,)
0}},
{"races/rapid-tab-switch-storm", (const char[]){
#embed "../../scenarios/races/rapid-tab-switch-storm.json" suffix(,)
0}},
{"races/recompute-below-threshold", (const char[]){
#embed "../../scenarios/races/recompute-below-threshold.json" suffix(,)
0}},
{"races/refresh-half-applied", (const char[]){
#embed "../../scenarios/races/refresh-half-applied.json" suffix(,)
0}},
{"races/response-after-logout", (const char[]){
#embed "../../scenarios/races/response-after-logout.json" suffix(,)
0}},
{"races/save-then-dismiss-race", (const char[]){
#embed "../../scenarios/races/save-then-dismiss-race.json" suffix(,)
0}},
{"races/selection-cleared-mid-upload", (const char[]){
#embed "../../scenarios/races/selection-cleared-mid-upload.json" suffix(,)
0}},
{"races/server-cache-staleness", (const char[]){
#embed "../../scenarios/races/server-cache-staleness.json" suffix(,)
0}},
{"races/session-not-restored", (const char[]){
#embed "../../scenarios/races/session-not-restored.json" suffix(,)
0}},
{"races/shared-loading-flag", (const char[]){
#embed "../../scenarios/races/shared-loading-flag.json" suffix(,)
0}},
{"races/sibling-clears-error", (const char[]){
#embed "../../scenarios/races/sibling-clears-error.json" suffix(,)
0}},
{"races/singleton-not-observed", (const char[]){
#embed "../../scenarios/races/singleton-not-observed.json" suffix(,)
0}},
{"races/stale-get-overwrites-ack", (const char[]){
#embed "../../scenarios/races/stale-get-overwrites-ack.json" suffix(,)
0}},
{"races/streak-double-count", (const char[]){
#embed "../../scenarios/races/streak-double-count.json" suffix(,)
0}},
{"races/summary-after-continue", (const char[]){
#embed "../../scenarios/races/summary-after-continue.json" suffix(,)
0}},
{"races/summary-sheet-unmounted", (const char[]){
#embed "../../scenarios/races/summary-sheet-unmounted.json" suffix(,)
0}},
{"races/summary-shown-again", (const char[]){
#embed "../../scenarios/races/summary-shown-again.json" suffix(,)
0}},
{"races/targets-jump-on-first-plan", (const char[]){
#embed "../../scenarios/races/targets-jump-on-first-plan.json" suffix(,)
0}},
{"races/task-filter-reorder", (const char[]){
#embed "../../scenarios/races/task-filter-reorder.json" suffix(,)
0}},
{"races/token-refresh-stampede", (const char[]){
#embed "../../scenarios/races/token-refresh-stampede.json" suffix(,)
0}},
{"races/two-bmi-values", (const char[]){
#embed "../../scenarios/races/two-bmi-values.json" suffix(,)
0}},
{"races/unsupported-gender", (const char[]){
#embed "../../scenarios/races/unsupported-gender.json" suffix(,)
0}},
{"races/water-target-stale-in-reply", (const char[]){
#embed "../../scenarios/races/water-target-stale-in-reply.json" suffix(,)
0}},
{"races/weight-below-tolerance", (const char[]){
#embed "../../scenarios/races/weight-below-tolerance.json" suffix(,)
0}},
{"races/zero-state-on-summary-error", (const char[]){
#embed "../../scenarios/races/zero-state-on-summary-error.json" suffix(,)
0}},
{"races/zero-state-vs-card-race", (const char[]){
#embed "../../scenarios/races/zero-state-vs-card-race.json" suffix(,)
0}},
{"hard/airplane-between-two-uploads", (const char[]){
#embed "../../scenarios/hard/airplane-between-two-uploads.json" suffix(,)
0}},
{"hard/deletion-before-late-reads", (const char[]){
#embed "../../scenarios/hard/deletion-before-late-reads.json" suffix(,)
0}},
{"hard/double-tap-after-other-edit", (const char[]){
#embed "../../scenarios/hard/double-tap-after-other-edit.json" suffix(,)
0}},
{"hard/edit-into-slow-ack", (const char[]){
#embed "../../scenarios/hard/edit-into-slow-ack.json" suffix(,)
0}},
{"hard/first-profile-read-after-save", (const char[]){
#embed "../../scenarios/hard/first-profile-read-after-save.json" suffix(,)
0}},
{"hard/first-read-behind-renewal", (const char[]){
#embed "../../scenarios/hard/first-read-behind-renewal.json" suffix(,)
0}},
{"hard/photo-list-behind-renewal", (const char[]){
#embed "../../scenarios/hard/photo-list-behind-renewal.json" suffix(,)
0}},
{"hard/plan-refused-behind-renewal", (const char[]){
#embed "../../scenarios/hard/plan-refused-behind-renewal.json" suffix(,)
0}},
{"hard/plans-gate-behind-renewal", (const char[]){
#embed "../../scenarios/hard/plans-gate-behind-renewal.json" suffix(,)
0}},
{"hard/recompute-behind-renewal", (const char[]){
#embed "../../scenarios/hard/recompute-behind-renewal.json" suffix(,)
0}},
{"hard/refused-ack-behind-renewal", (const char[]){
#embed "../../scenarios/hard/refused-ack-behind-renewal.json" suffix(,)
0}},
{"hard/reply-lost-after-other-edit", (const char[]){
#embed "../../scenarios/hard/reply-lost-after-other-edit.json" suffix(,)
0}},
{"hard/restart-at-launch", (const char[]){
#embed "../../scenarios/hard/restart-at-launch.json" suffix(,)
0}},
{"hard/restart-between-ack-and-plan", (const char[]){
#embed "../../scenarios/hard/restart-between-ack-and-plan.json" suffix(,)
0}},
{"hard/second-pick-before-slow-upload-ends", (const char[]){
#embed "../../scenarios/hard/second-pick-before-slow-upload-ends.json" suffix(,)
0}},
{"hard/streak-behind-renewals", (const char[]){
#embed "../../scenarios/hard/streak-behind-renewals.json" suffix(,)
0}},
{"hard/weekly-plan-after-slow-ack", (const char[]){
#embed "../../scenarios/hard/weekly-plan-after-slow-ack.json" suffix(,)
0}},
{"tours/tour-around-the-world-on", (const char[]){
#embed "../../scenarios/tours/tour-around-the-world-on.json" suffix(,)
0}},
{"tours/tour-around-the-world", (const char[]){
#embed "../../scenarios/tours/tour-around-the-world.json" suffix(,)
0}},
{"tours/tour-behind-on", (const char[]){
#embed "../../scenarios/tours/tour-behind-on.json" suffix(,)
0}},
{"tours/tour-behind", (const char[]){
#embed "../../scenarios/tours/tour-behind.json" suffix(,)
0}},
{"tours/tour-ended-on", (const char[]){
#embed "../../scenarios/tours/tour-ended-on.json" suffix(,)
0}},
{"tours/tour-ended", (const char[]){
#embed "../../scenarios/tours/tour-ended.json" suffix(,)
0}},
{"tours/tour-in-tunnels-on", (const char[]){
#embed "../../scenarios/tours/tour-in-tunnels-on.json" suffix(,)
0}},
{"tours/tour-in-tunnels", (const char[]){
#embed "../../scenarios/tours/tour-in-tunnels.json" suffix(,)
0}},
{"tours/tour-of-a-date-abroad", (const char[]){
#embed "../../scenarios/tours/tour-of-a-date-abroad.json" suffix(,)
0}},
{"tours/tour-of-a-deleted-neighbour", (const char[]){
#embed "../../scenarios/tours/tour-of-a-deleted-neighbour.json" suffix(,)
0}},
{"tours/tour-of-a-deletion", (const char[]){
#embed "../../scenarios/tours/tour-of-a-deletion.json" suffix(,)
0}},
{"tours/tour-of-a-failed-check", (const char[]){
#embed "../../scenarios/tours/tour-of-a-failed-check.json" suffix(,)
0}},
{"tours/tour-of-a-failed-deletion", (const char[]){
#embed "../../scenarios/tours/tour-of-a-failed-deletion.json" suffix(,)
0}},
{"tours/tour-of-a-full-page", (const char[]){
#embed "../../scenarios/tours/tour-of-a-full-page.json" suffix(,)
0}},
{"tours/tour-of-a-kept-dismissal", (const char[]){
#embed "../../scenarios/tours/tour-of-a-kept-dismissal.json" suffix(,)
0}},
{"tours/tour-of-a-kill-after-skipping", (const char[]){
#embed "../../scenarios/tours/tour-of-a-kill-after-skipping.json" suffix(,)
0}},
{"tours/tour-of-a-late-plan", (const char[]){
#embed "../../scenarios/tours/tour-of-a-late-plan.json" suffix(,)
0}},
{"tours/tour-of-a-late-profile", (const char[]){
#embed "../../scenarios/tours/tour-of-a-late-profile.json" suffix(,)
0}},
{"tours/tour-of-a-lost-acknowledgment", (const char[]){
#embed "../../scenarios/tours/tour-of-a-lost-acknowledgment.json" suffix(,)
0}},
{"tours/tour-of-a-lost-goal", (const char[]){
#embed "../../scenarios/tours/tour-of-a-lost-goal.json" suffix(,)
0}},
{"tours/tour-of-a-night", (const char[]){
#embed "../../scenarios/tours/tour-of-a-night.json" suffix(,)
0}},
{"tours/tour-of-a-pull-at-midnight", (const char[]){
#embed "../../scenarios/tours/tour-of-a-pull-at-midnight.json" suffix(,)
0}},
{"tours/tour-of-a-refused-token", (const char[]){
#embed "../../scenarios/tours/tour-of-a-refused-token.json" suffix(,)
0}},
{"tours/tour-of-a-renaming", (const char[]){
#embed "../../scenarios/tours/tour-of-a-renaming.json" suffix(,)
0}},
{"tours/tour-of-a-working-week", (const char[]){
#embed "../../scenarios/tours/tour-of-a-working-week.json" suffix(,)
0}},
{"tours/tour-of-a-wrong-clock", (const char[]){
#embed "../../scenarios/tours/tour-of-a-wrong-clock.json" suffix(,)
0}},
{"tours/tour-of-a-zero-state", (const char[]){
#embed "../../scenarios/tours/tour-of-a-zero-state.json" suffix(,)
0}},
{"tours/tour-of-accounts", (const char[]){
#embed "../../scenarios/tours/tour-of-accounts.json" suffix(,)
0}},
{"tours/tour-of-albums", (const char[]){
#embed "../../scenarios/tours/tour-of-albums.json" suffix(,)
0}},
{"tours/tour-of-allergies", (const char[]){
#embed "../../scenarios/tours/tour-of-allergies.json" suffix(,)
0}},
{"tours/tour-of-another-weight", (const char[]){
#embed "../../scenarios/tours/tour-of-another-weight.json" suffix(,)
0}},
{"tours/tour-of-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-answers.json" suffix(,)
0}},
{"tours/tour-of-bare-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-bare-answers.json" suffix(,)
0}},
{"tours/tour-of-beginnings", (const char[]){
#embed "../../scenarios/tours/tour-of-beginnings.json" suffix(,)
0}},
{"tours/tour-of-begun-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-begun-answers.json" suffix(,)
0}},
{"tours/tour-of-birthdays", (const char[]){
#embed "../../scenarios/tours/tour-of-birthdays.json" suffix(,)
0}},
{"tours/tour-of-changed-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-changed-answers.json" suffix(,)
0}},
{"tours/tour-of-clocks", (const char[]){
#embed "../../scenarios/tours/tour-of-clocks.json" suffix(,)
0}},
{"tours/tour-of-closed-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-closed-answers.json" suffix(,)
0}},
{"tours/tour-of-closed-forms", (const char[]){
#embed "../../scenarios/tours/tour-of-closed-forms.json" suffix(,)
0}},
{"tours/tour-of-closed-sections", (const char[]){
#embed "../../scenarios/tours/tour-of-closed-sections.json" suffix(,)
0}},
{"tours/tour-of-conflicts", (const char[]){
#embed "../../scenarios/tours/tour-of-conflicts.json" suffix(,)
0}},
{"tours/tour-of-corrected-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-corrected-answers.json" suffix(,)
0}},
{"tours/tour-of-corrections", (const char[]){
#embed "../../scenarios/tours/tour-of-corrections.json" suffix(,)
0}},
{"tours/tour-of-days", (const char[]){
#embed "../../scenarios/tours/tour-of-days.json" suffix(,)
0}},
{"tours/tour-of-deletions", (const char[]){
#embed "../../scenarios/tours/tour-of-deletions.json" suffix(,)
0}},
{"tours/tour-of-diets", (const char[]){
#embed "../../scenarios/tours/tour-of-diets.json" suffix(,)
0}},
{"tours/tour-of-doubled-log-outs", (const char[]){
#embed "../../scenarios/tours/tour-of-doubled-log-outs.json" suffix(,)
0}},
{"tours/tour-of-doubled-requests-on", (const char[]){
#embed "../../scenarios/tours/tour-of-doubled-requests-on.json" suffix(,)
0}},
{"tours/tour-of-doubled-requests", (const char[]){
#embed "../../scenarios/tours/tour-of-doubled-requests.json" suffix(,)
0}},
{"tours/tour-of-doubled-sign-ups", (const char[]){
#embed "../../scenarios/tours/tour-of-doubled-sign-ups.json" suffix(,)
0}},
{"tours/tour-of-drafts", (const char[]){
#embed "../../scenarios/tours/tour-of-drafts.json" suffix(,)
0}},
{"tours/tour-of-early-leaving", (const char[]){
#embed "../../scenarios/tours/tour-of-early-leaving.json" suffix(,)
0}},
{"tours/tour-of-edits-during-plans", (const char[]){
#embed "../../scenarios/tours/tour-of-edits-during-plans.json" suffix(,)
0}},
{"tours/tour-of-edits", (const char[]){
#embed "../../scenarios/tours/tour-of-edits.json" suffix(,)
0}},
{"tours/tour-of-evidence-at-midnight", (const char[]){
#embed "../../scenarios/tours/tour-of-evidence-at-midnight.json" suffix(,)
0}},
{"tours/tour-of-expiry", (const char[]){
#embed "../../scenarios/tours/tour-of-expiry.json" suffix(,)
0}},
{"tours/tour-of-failed-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-failed-answers.json" suffix(,)
0}},
{"tours/tour-of-failed-checks-after-edits", (const char[]){
#embed "../../scenarios/tours/tour-of-failed-checks-after-edits.json" suffix(,)
0}},
{"tours/tour-of-failed-uploads", (const char[]){
#embed "../../scenarios/tours/tour-of-failed-uploads.json" suffix(,)
0}},
{"tours/tour-of-farewell", (const char[]){
#embed "../../scenarios/tours/tour-of-farewell.json" suffix(,)
0}},
{"tours/tour-of-fast-clocks", (const char[]){
#embed "../../scenarios/tours/tour-of-fast-clocks.json" suffix(,)
0}},
{"tours/tour-of-filters", (const char[]){
#embed "../../scenarios/tours/tour-of-filters.json" suffix(,)
0}},
{"tours/tour-of-fractions", (const char[]){
#embed "../../scenarios/tours/tour-of-fractions.json" suffix(,)
0}},
{"tours/tour-of-full-days", (const char[]){
#embed "../../scenarios/tours/tour-of-full-days.json" suffix(,)
0}},
{"tours/tour-of-full-picks", (const char[]){
#embed "../../scenarios/tours/tour-of-full-picks.json" suffix(,)
0}},
{"tours/tour-of-gaps", (const char[]){
#embed "../../scenarios/tours/tour-of-gaps.json" suffix(,)
0}},
{"tours/tour-of-garbled-writes", (const char[]){
#embed "../../scenarios/tours/tour-of-garbled-writes.json" suffix(,)
0}},
{"tours/tour-of-gates", (const char[]){
#embed "../../scenarios/tours/tour-of-gates.json" suffix(,)
0}},
{"tours/tour-of-given-up-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-given-up-photos.json" suffix(,)
0}},
{"tours/tour-of-guests-on", (const char[]){
#embed "../../scenarios/tours/tour-of-guests-on.json" suffix(,)
0}},
{"tours/tour-of-guests", (const char[]){
#embed "../../scenarios/tours/tour-of-guests.json" suffix(,)
0}},
{"tours/tour-of-half-a-day", (const char[]){
#embed "../../scenarios/tours/tour-of-half-a-day.json" suffix(,)
0}},
{"tours/tour-of-haste-on", (const char[]){
#embed "../../scenarios/tours/tour-of-haste-on.json" suffix(,)
0}},
{"tours/tour-of-haste", (const char[]){
#embed "../../scenarios/tours/tour-of-haste.json" suffix(,)
0}},
{"tours/tour-of-hasty-acknowledgments", (const char[]){
#embed "../../scenarios/tours/tour-of-hasty-acknowledgments.json" suffix(,)
0}},
{"tours/tour-of-hasty-forms", (const char[]){
#embed "../../scenarios/tours/tour-of-hasty-forms.json" suffix(,)
0}},
{"tours/tour-of-home-left-early", (const char[]){
#embed "../../scenarios/tours/tour-of-home-left-early.json" suffix(,)
0}},
{"tours/tour-of-home", (const char[]){
#embed "../../scenarios/tours/tour-of-home.json" suffix(,)
0}},
{"tours/tour-of-households", (const char[]){
#embed "../../scenarios/tours/tour-of-households.json" suffix(,)
0}},
{"tours/tour-of-interrupted-work", (const char[]){
#embed "../../scenarios/tours/tour-of-interrupted-work.json" suffix(,)
0}},
{"tours/tour-of-interruptions", (const char[]){
#embed "../../scenarios/tours/tour-of-interruptions.json" suffix(,)
0}},
{"tours/tour-of-joined-uploads", (const char[]){
#embed "../../scenarios/tours/tour-of-joined-uploads.json" suffix(,)
0}},
{"tours/tour-of-large-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-large-photos.json" suffix(,)
0}},
{"tours/tour-of-late-failures", (const char[]){
#embed "../../scenarios/tours/tour-of-late-failures.json" suffix(,)
0}},
{"tours/tour-of-late-hours", (const char[]){
#embed "../../scenarios/tours/tour-of-late-hours.json" suffix(,)
0}},
{"tours/tour-of-late-log-outs", (const char[]){
#embed "../../scenarios/tours/tour-of-late-log-outs.json" suffix(,)
0}},
{"tours/tour-of-late-metrics", (const char[]){
#embed "../../scenarios/tours/tour-of-late-metrics.json" suffix(,)
0}},
{"tours/tour-of-late-nights", (const char[]){
#embed "../../scenarios/tours/tour-of-late-nights.json" suffix(,)
0}},
{"tours/tour-of-late-picks", (const char[]){
#embed "../../scenarios/tours/tour-of-late-picks.json" suffix(,)
0}},
{"tours/tour-of-late-reads-on", (const char[]){
#embed "../../scenarios/tours/tour-of-late-reads-on.json" suffix(,)
0}},
{"tours/tour-of-late-reads", (const char[]){
#embed "../../scenarios/tours/tour-of-late-reads.json" suffix(,)
0}},
{"tours/tour-of-late-refusals-on", (const char[]){
#embed "../../scenarios/tours/tour-of-late-refusals-on.json" suffix(,)
0}},
{"tours/tour-of-late-refusals", (const char[]){
#embed "../../scenarios/tours/tour-of-late-refusals.json" suffix(,)
0}},
{"tours/tour-of-late-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-late-saves.json" suffix(,)
0}},
{"tours/tour-of-late-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-late-summaries.json" suffix(,)
0}},
{"tours/tour-of-late-tasks", (const char[]){
#embed "../../scenarios/tours/tour-of-late-tasks.json" suffix(,)
0}},
{"tours/tour-of-leaving-on", (const char[]){
#embed "../../scenarios/tours/tour-of-leaving-on.json" suffix(,)
0}},
{"tours/tour-of-leaving", (const char[]){
#embed "../../scenarios/tours/tour-of-leaving.json" suffix(,)
0}},
{"tours/tour-of-left-launches", (const char[]){
#embed "../../scenarios/tours/tour-of-left-launches.json" suffix(,)
0}},
{"tours/tour-of-left-loads", (const char[]){
#embed "../../scenarios/tours/tour-of-left-loads.json" suffix(,)
0}},
{"tours/tour-of-left-pulls", (const char[]){
#embed "../../scenarios/tours/tour-of-left-pulls.json" suffix(,)
0}},
{"tours/tour-of-left-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-left-saves.json" suffix(,)
0}},
{"tours/tour-of-left-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-left-summaries.json" suffix(,)
0}},
{"tours/tour-of-limited-renewals", (const char[]){
#embed "../../scenarios/tours/tour-of-limited-renewals.json" suffix(,)
0}},
{"tours/tour-of-limits", (const char[]){
#embed "../../scenarios/tours/tour-of-limits.json" suffix(,)
0}},
{"tours/tour-of-lists", (const char[]){
#embed "../../scenarios/tours/tour-of-lists.json" suffix(,)
0}},
{"tours/tour-of-log-outs", (const char[]){
#embed "../../scenarios/tours/tour-of-log-outs.json" suffix(,)
0}},
{"tours/tour-of-long-pauses-on", (const char[]){
#embed "../../scenarios/tours/tour-of-long-pauses-on.json" suffix(,)
0}},
{"tours/tour-of-long-pauses", (const char[]){
#embed "../../scenarios/tours/tour-of-long-pauses.json" suffix(,)
0}},
{"tours/tour-of-lost-answers-on", (const char[]){
#embed "../../scenarios/tours/tour-of-lost-answers-on.json" suffix(,)
0}},
{"tours/tour-of-lost-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-lost-answers.json" suffix(,)
0}},
{"tours/tour-of-lost-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-lost-photos.json" suffix(,)
0}},
{"tours/tour-of-lost-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-lost-saves.json" suffix(,)
0}},
{"tours/tour-of-many-renewals-on-one-phone", (const char[]){
#embed "../../scenarios/tours/tour-of-many-renewals-on-one-phone.json" suffix(,)
0}},
{"tours/tour-of-many-renewals", (const char[]){
#embed "../../scenarios/tours/tour-of-many-renewals.json" suffix(,)
0}},
{"tours/tour-of-meals-of-two", (const char[]){
#embed "../../scenarios/tours/tour-of-meals-of-two.json" suffix(,)
0}},
{"tours/tour-of-meals", (const char[]){
#embed "../../scenarios/tours/tour-of-meals.json" suffix(,)
0}},
{"tours/tour-of-measures", (const char[]){
#embed "../../scenarios/tours/tour-of-measures.json" suffix(,)
0}},
{"tours/tour-of-missing-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-missing-summaries.json" suffix(,)
0}},
{"tours/tour-of-mistyped-passwords", (const char[]){
#embed "../../scenarios/tours/tour-of-mistyped-passwords.json" suffix(,)
0}},
{"tours/tour-of-mondays", (const char[]){
#embed "../../scenarios/tours/tour-of-mondays.json" suffix(,)
0}},
{"tours/tour-of-names-during-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-names-during-saves.json" suffix(,)
0}},
{"tours/tour-of-names", (const char[]){
#embed "../../scenarios/tours/tour-of-names.json" suffix(,)
0}},
{"tours/tour-of-neighbours", (const char[]){
#embed "../../scenarios/tours/tour-of-neighbours.json" suffix(,)
0}},
{"tours/tour-of-new-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-new-answers.json" suffix(,)
0}},
{"tours/tour-of-news-on-plans", (const char[]){
#embed "../../scenarios/tours/tour-of-news-on-plans.json" suffix(,)
0}},
{"tours/tour-of-next-in-line", (const char[]){
#embed "../../scenarios/tours/tour-of-next-in-line.json" suffix(,)
0}},
{"tours/tour-of-offline-log-outs", (const char[]){
#embed "../../scenarios/tours/tour-of-offline-log-outs.json" suffix(,)
0}},
{"tours/tour-of-old-rows", (const char[]){
#embed "../../scenarios/tours/tour-of-old-rows.json" suffix(,)
0}},
{"tours/tour-of-old-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-old-summaries.json" suffix(,)
0}},
{"tours/tour-of-onboarding-over-profile", (const char[]){
#embed "../../scenarios/tours/tour-of-onboarding-over-profile.json" suffix(,)
0}},
{"tours/tour-of-one-log-out", (const char[]){
#embed "../../scenarios/tours/tour-of-one-log-out.json" suffix(,)
0}},
{"tours/tour-of-other-hands", (const char[]){
#embed "../../scenarios/tours/tour-of-other-hands.json" suffix(,)
0}},
{"tours/tour-of-others-photo-errors", (const char[]){
#embed "../../scenarios/tours/tour-of-others-photo-errors.json" suffix(,)
0}},
{"tours/tour-of-overdue-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-overdue-answers.json" suffix(,)
0}},
{"tours/tour-of-overtaking", (const char[]){
#embed "../../scenarios/tours/tour-of-overtaking.json" suffix(,)
0}},
{"tours/tour-of-phones", (const char[]){
#embed "../../scenarios/tours/tour-of-phones.json" suffix(,)
0}},
{"tours/tour-of-photo-errors", (const char[]){
#embed "../../scenarios/tours/tour-of-photo-errors.json" suffix(,)
0}},
{"tours/tour-of-photos-at-the-limit", (const char[]){
#embed "../../scenarios/tours/tour-of-photos-at-the-limit.json" suffix(,)
0}},
{"tours/tour-of-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-photos.json" suffix(,)
0}},
{"tours/tour-of-picks-in-two-tasks", (const char[]){
#embed "../../scenarios/tours/tour-of-picks-in-two-tasks.json" suffix(,)
0}},
{"tours/tour-of-plain-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-plain-saves.json" suffix(,)
0}},
{"tours/tour-of-plans", (const char[]){
#embed "../../scenarios/tours/tour-of-plans.json" suffix(,)
0}},
{"tours/tour-of-profile", (const char[]){
#embed "../../scenarios/tours/tour-of-profile.json" suffix(,)
0}},
{"tours/tour-of-put-offs", (const char[]){
#embed "../../scenarios/tours/tour-of-put-offs.json" suffix(,)
0}},
{"tours/tour-of-refusals-on", (const char[]){
#embed "../../scenarios/tours/tour-of-refusals-on.json" suffix(,)
0}},
{"tours/tour-of-refusals", (const char[]){
#embed "../../scenarios/tours/tour-of-refusals.json" suffix(,)
0}},
{"tours/tour-of-refused-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-refused-answers.json" suffix(,)
0}},
{"tours/tour-of-refused-evidence", (const char[]){
#embed "../../scenarios/tours/tour-of-refused-evidence.json" suffix(,)
0}},
{"tours/tour-of-refused-tokens", (const char[]){
#embed "../../scenarios/tours/tour-of-refused-tokens.json" suffix(,)
0}},
{"tours/tour-of-refused-writes", (const char[]){
#embed "../../scenarios/tours/tour-of-refused-writes.json" suffix(,)
0}},
{"tours/tour-of-removed-diets", (const char[]){
#embed "../../scenarios/tours/tour-of-removed-diets.json" suffix(,)
0}},
{"tours/tour-of-removed-failures", (const char[]){
#embed "../../scenarios/tours/tour-of-removed-failures.json" suffix(,)
0}},
{"tours/tour-of-renewals", (const char[]){
#embed "../../scenarios/tours/tour-of-renewals.json" suffix(,)
0}},
{"tours/tour-of-renewed-uploads", (const char[]){
#embed "../../scenarios/tours/tour-of-renewed-uploads.json" suffix(,)
0}},
{"tours/tour-of-reopened-forms", (const char[]){
#embed "../../scenarios/tours/tour-of-reopened-forms.json" suffix(,)
0}},
{"tours/tour-of-reopened-sections", (const char[]){
#embed "../../scenarios/tours/tour-of-reopened-sections.json" suffix(,)
0}},
{"tours/tour-of-repeated-conflicts", (const char[]){
#embed "../../scenarios/tours/tour-of-repeated-conflicts.json" suffix(,)
0}},
{"tours/tour-of-repeated-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-repeated-photos.json" suffix(,)
0}},
{"tours/tour-of-restarts-on", (const char[]){
#embed "../../scenarios/tours/tour-of-restarts-on.json" suffix(,)
0}},
{"tours/tour-of-restarts", (const char[]){
#embed "../../scenarios/tours/tour-of-restarts.json" suffix(,)
0}},
{"tours/tour-of-retries", (const char[]){
#embed "../../scenarios/tours/tour-of-retries.json" suffix(,)
0}},
{"tours/tour-of-returns", (const char[]){
#embed "../../scenarios/tours/tour-of-returns.json" suffix(,)
0}},
{"tours/tour-of-rivals", (const char[]){
#embed "../../scenarios/tours/tour-of-rivals.json" suffix(,)
0}},
{"tours/tour-of-saves-after-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-saves-after-saves.json" suffix(,)
0}},
{"tours/tour-of-saves-during-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-saves-during-saves.json" suffix(,)
0}},
{"tours/tour-of-second-accounts", (const char[]){
#embed "../../scenarios/tours/tour-of-second-accounts.json" suffix(,)
0}},
{"tours/tour-of-second-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-second-summaries.json" suffix(,)
0}},
{"tours/tour-of-second-taps", (const char[]){
#embed "../../scenarios/tours/tour-of-second-taps.json" suffix(,)
0}},
{"tours/tour-of-second-thoughts", (const char[]){
#embed "../../scenarios/tours/tour-of-second-thoughts.json" suffix(,)
0}},
{"tours/tour-of-sections", (const char[]){
#embed "../../scenarios/tours/tour-of-sections.json" suffix(,)
0}},
{"tours/tour-of-server-restarts", (const char[]){
#embed "../../scenarios/tours/tour-of-server-restarts.json" suffix(,)
0}},
{"tours/tour-of-short-nights", (const char[]){
#embed "../../scenarios/tours/tour-of-short-nights.json" suffix(,)
0}},
{"tours/tour-of-sign-in", (const char[]){
#embed "../../scenarios/tours/tour-of-sign-in.json" suffix(,)
0}},
{"tours/tour-of-single-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-single-photos.json" suffix(,)
0}},
{"tours/tour-of-skipping", (const char[]){
#embed "../../scenarios/tours/tour-of-skipping.json" suffix(,)
0}},
{"tours/tour-of-slightly-large-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-slightly-large-photos.json" suffix(,)
0}},
{"tours/tour-of-slow-answers-on", (const char[]){
#embed "../../scenarios/tours/tour-of-slow-answers-on.json" suffix(,)
0}},
{"tours/tour-of-slow-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-slow-answers.json" suffix(,)
0}},
{"tours/tour-of-slow-links", (const char[]){
#embed "../../scenarios/tours/tour-of-slow-links.json" suffix(,)
0}},
{"tours/tour-of-slow-metrics", (const char[]){
#embed "../../scenarios/tours/tour-of-slow-metrics.json" suffix(,)
0}},
{"tours/tour-of-slow-retries", (const char[]){
#embed "../../scenarios/tours/tour-of-slow-retries.json" suffix(,)
0}},
{"tours/tour-of-stored-sessions", (const char[]){
#embed "../../scenarios/tours/tour-of-stored-sessions.json" suffix(,)
0}},
{"tours/tour-of-summaries", (const char[]){
#embed "../../scenarios/tours/tour-of-summaries.json" suffix(,)
0}},
{"tours/tour-of-tasks", (const char[]){
#embed "../../scenarios/tours/tour-of-tasks.json" suffix(,)
0}},
{"tours/tour-of-three-log-ins", (const char[]){
#embed "../../scenarios/tours/tour-of-three-log-ins.json" suffix(,)
0}},
{"tours/tour-of-two-acknowledgments", (const char[]){
#embed "../../scenarios/tours/tour-of-two-acknowledgments.json" suffix(,)
0}},
{"tours/tour-of-two-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-two-answers.json" suffix(,)
0}},
{"tours/tour-of-two-clocks-on", (const char[]){
#embed "../../scenarios/tours/tour-of-two-clocks-on.json" suffix(,)
0}},
{"tours/tour-of-two-clocks", (const char[]){
#embed "../../scenarios/tours/tour-of-two-clocks.json" suffix(,)
0}},
{"tours/tour-of-two-deletions", (const char[]){
#embed "../../scenarios/tours/tour-of-two-deletions.json" suffix(,)
0}},
{"tours/tour-of-two-plans", (const char[]){
#embed "../../scenarios/tours/tour-of-two-plans.json" suffix(,)
0}},
{"tours/tour-of-two-retries", (const char[]){
#embed "../../scenarios/tours/tour-of-two-retries.json" suffix(,)
0}},
{"tours/tour-of-two-saves-at-once", (const char[]){
#embed "../../scenarios/tours/tour-of-two-saves-at-once.json" suffix(,)
0}},
{"tours/tour-of-two-sections", (const char[]){
#embed "../../scenarios/tours/tour-of-two-sections.json" suffix(,)
0}},
{"tours/tour-of-two-skips", (const char[]){
#embed "../../scenarios/tours/tour-of-two-skips.json" suffix(,)
0}},
{"tours/tour-of-typing-in-conflicts", (const char[]){
#embed "../../scenarios/tours/tour-of-typing-in-conflicts.json" suffix(,)
0}},
{"tours/tour-of-undone-deletions", (const char[]){
#embed "../../scenarios/tours/tour-of-undone-deletions.json" suffix(,)
0}},
{"tours/tour-of-unfit-photos", (const char[]){
#embed "../../scenarios/tours/tour-of-unfit-photos.json" suffix(,)
0}},
{"tours/tour-of-unknown-saves", (const char[]){
#embed "../../scenarios/tours/tour-of-unknown-saves.json" suffix(,)
0}},
{"tours/tour-of-unread-streaks", (const char[]){
#embed "../../scenarios/tours/tour-of-unread-streaks.json" suffix(,)
0}},
{"tours/tour-of-weeks", (const char[]){
#embed "../../scenarios/tours/tour-of-weeks.json" suffix(,)
0}},
{"tours/tour-of-widest-answers", (const char[]){
#embed "../../scenarios/tours/tour-of-widest-answers.json" suffix(,)
0}},
{"tours/tour-of-words", (const char[]){
#embed "../../scenarios/tours/tour-of-words.json" suffix(,)
0}},
{"tours/tour-on-two-phones-on", (const char[]){
#embed "../../scenarios/tours/tour-on-two-phones-on.json" suffix(,)
0}},
{"tours/tour-on-two-phones", (const char[]){
#embed "../../scenarios/tours/tour-on-two-phones.json" suffix(,)
0}},
{"acceptance/acknowledge-fails", (const char[]){
#embed "../../scenarios/acceptance/acknowledge-fails.json" suffix(,)
0}},
{"acceptance/acknowledge-network-goes-away", (const char[]){
#embed "../../scenarios/acceptance/acknowledge-network-goes-away.json" suffix(,)
0}},
{"acceptance/acknowledge-offline", (const char[]){
#embed "../../scenarios/acceptance/acknowledge-offline.json" suffix(,)
0}},
{"acceptance/acknowledge-reply-lost", (const char[]){
#embed "../../scenarios/acceptance/acknowledge-reply-lost.json" suffix(,)
0}},
{"acceptance/acknowledge-twice", (const char[]){
#embed "../../scenarios/acceptance/acknowledge-twice.json" suffix(,)
0}},
{"acceptance/acknowledged-user-launches", (const char[]){
#embed "../../scenarios/acceptance/acknowledged-user-launches.json" suffix(,)
0}},
{"acceptance/acknowledged-yesterday", (const char[]){
#embed "../../scenarios/acceptance/acknowledged-yesterday.json" suffix(,)
0}},
{"acceptance/acknowledging-says-so", (const char[]){
#embed "../../scenarios/acceptance/acknowledging-says-so.json" suffix(,)
0}},
{"acceptance/another-user-on-the-phone", (const char[]){
#embed "../../scenarios/acceptance/another-user-on-the-phone.json" suffix(,)
0}},
{"acceptance/background-while-acknowledging", (const char[]){
#embed "../../scenarios/acceptance/background-while-acknowledging.json" suffix(,)
0}},
{"acceptance/card-gone-without-a-read", (const char[]){
#embed "../../scenarios/acceptance/card-gone-without-a-read.json" suffix(,)
0}},
{"acceptance/card-shows-after-onboarding", (const char[]){
#embed "../../scenarios/acceptance/card-shows-after-onboarding.json" suffix(,)
0}},
{"acceptance/clear-preferences", (const char[]){
#embed "../../scenarios/acceptance/clear-preferences.json" suffix(,)
0}},
{"acceptance/clock-is-wrong", (const char[]){
#embed "../../scenarios/acceptance/clock-is-wrong.json" suffix(,)
0}},
{"acceptance/complete-profile-opens-onboarding", (const char[]){
#embed "../../scenarios/acceptance/complete-profile-opens-onboarding.json" suffix(,)
0}},
{"acceptance/complete-profile-opens-step-1", (const char[]){
#embed "../../scenarios/acceptance/complete-profile-opens-step-1.json" suffix(,)
0}},
{"acceptance/conflict-closed", (const char[]){
#embed "../../scenarios/acceptance/conflict-closed.json" suffix(,)
0}},
{"acceptance/delete-account-offline", (const char[]){
#embed "../../scenarios/acceptance/delete-account-offline.json" suffix(,)
0}},
{"acceptance/delete-account", (const char[]){
#embed "../../scenarios/acceptance/delete-account.json" suffix(,)
0}},
{"acceptance/deleted-data-zero-state-returns", (const char[]){
#embed "../../scenarios/acceptance/deleted-data-zero-state-returns.json" suffix(,)
0}},
{"acceptance/dismissal-lasts-a-session", (const char[]){
#embed "../../scenarios/acceptance/dismissal-lasts-a-session.json" suffix(,)
0}},
{"acceptance/dismissal-survives-other-tabs", (const char[]){
#embed "../../scenarios/acceptance/dismissal-survives-other-tabs.json" suffix(,)
0}},
{"acceptance/edit-preferences", (const char[]){
#embed "../../scenarios/acceptance/edit-preferences.json" suffix(,)
0}},
{"acceptance/export-data", (const char[]){
#embed "../../scenarios/acceptance/export-data.json" suffix(,)
0}},
{"acceptance/extreme-values", (const char[]){
#embed "../../scenarios/acceptance/extreme-values.json" suffix(,)
0}},
{"acceptance/idle-after-dismissal", (const char[]){
#embed "../../scenarios/acceptance/idle-after-dismissal.json" suffix(,)
0}},
{"acceptance/incomplete-profile-shows-zero-state-only", (const char[]){
#embed "../../scenarios/acceptance/incomplete-profile-shows-zero-state-only.json" suffix(,)
0}},
{"acceptance/killed-anywhere-while-acknowledging", (const char[]){
#embed "../../scenarios/acceptance/killed-anywhere-while-acknowledging.json" suffix(,)
0}},
{"acceptance/killed-anywhere-while-onboarding", (const char[]){
#embed "../../scenarios/acceptance/killed-anywhere-while-onboarding.json" suffix(,)
0}},
{"acceptance/killed-anywhere-while-saving", (const char[]){
#embed "../../scenarios/acceptance/killed-anywhere-while-saving.json" suffix(,)
0}},
{"acceptance/killed-anywhere-while-uploading", (const char[]){
#embed "../../scenarios/acceptance/killed-anywhere-while-uploading.json" suffix(,)
0}},
{"acceptance/loading-is-shown", (const char[]){
#embed "../../scenarios/acceptance/loading-is-shown.json" suffix(,)
0}},
{"acceptance/low-memory-ends-the-session", (const char[]){
#embed "../../scenarios/acceptance/low-memory-ends-the-session.json" suffix(,)
0}},
{"acceptance/maybe-later-comes-back", (const char[]){
#embed "../../scenarios/acceptance/maybe-later-comes-back.json" suffix(,)
0}},
{"acceptance/metrics-not-ready-yet", (const char[]){
#embed "../../scenarios/acceptance/metrics-not-ready-yet.json" suffix(,)
0}},
{"acceptance/metrics-read-fails-plans-opens", (const char[]){
#embed "../../scenarios/acceptance/metrics-read-fails-plans-opens.json" suffix(,)
0}},
{"acceptance/metrics-read-fails", (const char[]){
#embed "../../scenarios/acceptance/metrics-read-fails.json" suffix(,)
0}},
{"acceptance/metrics-read-offline", (const char[]){
#embed "../../scenarios/acceptance/metrics-read-offline.json" suffix(,)
0}},
{"acceptance/metrics-unreadable", (const char[]){
#embed "../../scenarios/acceptance/metrics-unreadable.json" suffix(,)
0}},
{"acceptance/new-user-acknowledges", (const char[]){
#embed "../../scenarios/acceptance/new-user-acknowledges.json" suffix(,)
0}},
{"acceptance/no-card-before-onboarding", (const char[]){
#embed "../../scenarios/acceptance/no-card-before-onboarding.json" suffix(,)
0}},
{"acceptance/onboarding-step-by-step", (const char[]){
#embed "../../scenarios/acceptance/onboarding-step-by-step.json" suffix(,)
0}},
{"acceptance/partial-profile-keeps-zero-state", (const char[]){
#embed "../../scenarios/acceptance/partial-profile-keeps-zero-state.json" suffix(,)
0}},
{"acceptance/photo-not-an-image", (const char[]){
#embed "../../scenarios/acceptance/photo-not-an-image.json" suffix(,)
0}},
{"acceptance/photo-offline-then-retry", (const char[]){
#embed "../../scenarios/acceptance/photo-offline-then-retry.json" suffix(,)
0}},
{"acceptance/photo-refused-by-the-server", (const char[]){
#embed "../../scenarios/acceptance/photo-refused-by-the-server.json" suffix(,)
0}},
{"acceptance/photo-reply-lost", (const char[]){
#embed "../../scenarios/acceptance/photo-reply-lost.json" suffix(,)
0}},
{"acceptance/photo-too-large", (const char[]){
#embed "../../scenarios/acceptance/photo-too-large.json" suffix(,)
0}},
{"acceptance/photo-too-many-at-once", (const char[]){
#embed "../../scenarios/acceptance/photo-too-many-at-once.json" suffix(,)
0}},
{"acceptance/photo-too-wide", (const char[]){
#embed "../../scenarios/acceptance/photo-too-wide.json" suffix(,)
0}},
{"acceptance/photo-uploads", (const char[]){
#embed "../../scenarios/acceptance/photo-uploads.json" suffix(,)
0}},
{"acceptance/photos-all-show-progress", (const char[]){
#embed "../../scenarios/acceptance/photos-all-show-progress.json" suffix(,)
0}},
{"acceptance/photos-five-at-once", (const char[]){
#embed "../../scenarios/acceptance/photos-five-at-once.json" suffix(,)
0}},
{"acceptance/photos-one-fails", (const char[]){
#embed "../../scenarios/acceptance/photos-one-fails.json" suffix(,)
0}},
{"acceptance/photos-three-at-once", (const char[]){
#embed "../../scenarios/acceptance/photos-three-at-once.json" suffix(,)
0}},
{"acceptance/plan-fails-after-acknowledging", (const char[]){
#embed "../../scenarios/acceptance/plan-fails-after-acknowledging.json" suffix(,)
0}},
{"acceptance/plan-refused-for-its-rate", (const char[]){
#embed "../../scenarios/acceptance/plan-refused-for-its-rate.json" suffix(,)
0}},
{"acceptance/preferences-load-into-the-form", (const char[]){
#embed "../../scenarios/acceptance/preferences-load-into-the-form.json" suffix(,)
0}},
{"acceptance/profile-offline", (const char[]){
#embed "../../scenarios/acceptance/profile-offline.json" suffix(,)
0}},
{"acceptance/profile-read-fails", (const char[]){
#embed "../../scenarios/acceptance/profile-read-fails.json" suffix(,)
0}},
{"acceptance/pull-to-refresh-keeps-the-dismissal", (const char[]){
#embed "../../scenarios/acceptance/pull-to-refresh-keeps-the-dismissal.json" suffix(,)
0}},
{"acceptance/pull-to-refresh-reloads-the-card", (const char[]){
#embed "../../scenarios/acceptance/pull-to-refresh-reloads-the-card.json" suffix(,)
0}},
{"acceptance/push-leads-to-plans", (const char[]){
#embed "../../scenarios/acceptance/push-leads-to-plans.json" suffix(,)
0}},
{"acceptance/rapid-tab-switching-with-card", (const char[]){
#embed "../../scenarios/acceptance/rapid-tab-switching-with-card.json" suffix(,)
0}},
{"acceptance/rapid-tab-switching", (const char[]){
#embed "../../scenarios/acceptance/rapid-tab-switching.json" suffix(,)
0}},
{"acceptance/review-opens-plans", (const char[]){
#embed "../../scenarios/acceptance/review-opens-plans.json" suffix(,)
0}},
{"acceptance/save-conflicts", (const char[]){
#embed "../../scenarios/acceptance/save-conflicts.json" suffix(,)
0}},
{"acceptance/save-preferences-offline", (const char[]){
#embed "../../scenarios/acceptance/save-preferences-offline.json" suffix(,)
0}},
{"acceptance/save-preferences-refused", (const char[]){
#embed "../../scenarios/acceptance/save-preferences-refused.json" suffix(,)
0}},
{"acceptance/save-preferences", (const char[]){
#embed "../../scenarios/acceptance/save-preferences.json" suffix(,)
0}},
{"acceptance/saving-says-so", (const char[]){
#embed "../../scenarios/acceptance/saving-says-so.json" suffix(,)
0}},
{"acceptance/server-restarts-while-acknowledging", (const char[]){
#embed "../../scenarios/acceptance/server-restarts-while-acknowledging.json" suffix(,)
0}},
{"acceptance/skip-shows-zero-state", (const char[]){
#embed "../../scenarios/acceptance/skip-shows-zero-state.json" suffix(,)
0}},
{"acceptance/skip-then-complete", (const char[]){
#embed "../../scenarios/acceptance/skip-then-complete.json" suffix(,)
0}},
{"acceptance/straight-to-plans", (const char[]){
#embed "../../scenarios/acceptance/straight-to-plans.json" suffix(,)
0}},
{"acceptance/summary-after-onboarding", (const char[]){
#embed "../../scenarios/acceptance/summary-after-onboarding.json" suffix(,)
0}},
{"acceptance/summary-closed", (const char[]){
#embed "../../scenarios/acceptance/summary-closed.json" suffix(,)
0}},
{"acceptance/summary-fails-then-continue", (const char[]){
#embed "../../scenarios/acceptance/summary-fails-then-continue.json" suffix(,)
0}},
{"acceptance/summary-fails-then-retry", (const char[]){
#embed "../../scenarios/acceptance/summary-fails-then-retry.json" suffix(,)
0}},
{"acceptance/summary-kept-for-a-day", (const char[]){
#embed "../../scenarios/acceptance/summary-kept-for-a-day.json" suffix(,)
0}},
{"acceptance/summary-not-found", (const char[]){
#embed "../../scenarios/acceptance/summary-not-found.json" suffix(,)
0}},
{"acceptance/summary-offline", (const char[]){
#embed "../../scenarios/acceptance/summary-offline.json" suffix(,)
0}},
{"acceptance/summary-only-once", (const char[]){
#embed "../../scenarios/acceptance/summary-only-once.json" suffix(,)
0}},
{"acceptance/summary-slow", (const char[]){
#embed "../../scenarios/acceptance/summary-slow.json" suffix(,)
0}},
{"acceptance/summary-swiped-away", (const char[]){
#embed "../../scenarios/acceptance/summary-swiped-away.json" suffix(,)
0}},
{"acceptance/summary-unreadable", (const char[]){
#embed "../../scenarios/acceptance/summary-unreadable.json" suffix(,)
0}},
{"acceptance/summary-without-network", (const char[]){
#embed "../../scenarios/acceptance/summary-without-network.json" suffix(,)
0}},
{"acceptance/toast-lasts-three-seconds", (const char[]){
#embed "../../scenarios/acceptance/toast-lasts-three-seconds.json" suffix(,)
0}},
{"acceptance/travels-to-another-time-zone", (const char[]){
#embed "../../scenarios/acceptance/travels-to-another-time-zone.json" suffix(,)
0}},
{"acceptance/two-people-at-once", (const char[]){
#embed "../../scenarios/acceptance/two-people-at-once.json" suffix(,)
0}},
{"acceptance/two-phones-agree", (const char[]){
#embed "../../scenarios/acceptance/two-phones-agree.json" suffix(,)
0}},
{"acceptance/zero-state-read-fails", (const char[]){
#embed "../../scenarios/acceptance/zero-state-read-fails.json" suffix(,)
0}},
{"load/breakpoint", (const char[]){
#embed "../../scenarios/load/breakpoint.json" suffix(,)
0}},
{"load/photo-upload", (const char[]){
#embed "../../scenarios/load/photo-upload.json" suffix(,)
0}},
{"load/smoke", (const char[]){
#embed "../../scenarios/load/smoke.json" suffix(,)
0}},
{"load/soak", (const char[]){
#embed "../../scenarios/load/soak.json" suffix(,)
0}},
{"load/spike", (const char[]){
#embed "../../scenarios/load/spike.json" suffix(,)
0}},
{"load/steady", (const char[]){
#embed "../../scenarios/load/steady.json" suffix(,)
0}},
