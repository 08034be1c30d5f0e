import Documents
import GTSDModel
import GTSDStudies

extension StudioPage {
  /// The page before its script has filled it.
  static let html = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>gtsd-sim studio</title>
    <link rel="icon" href="icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="studio.css">
    <script src="studio.js" defer></script>
    </head>
    <body class="studio">
    <a class="skip" href="#main">Skip to the page</a>
    <header class="top">
      <div class="brand"><img src="icon.svg" alt="" width="28" height="28"><h1>gtsd-sim <span>studio</span></h1></div>
      <div class="pick"><label for="scenario">Scenario</label><select id="scenario"></select></div>
    </header>
    <div class="tabbar"><div role="tablist" aria-label="What to do">
      <button role="tab" type="button" id="tab-ask" aria-controls="ask" data-tab="ask">Ask</button>
      <button role="tab" type="button" id="tab-assume" aria-controls="assume" data-tab="assume">Assume</button>
      <button role="tab" type="button" id="tab-compare" aria-controls="compare" data-tab="compare">Compare</button>
      <button role="tab" type="button" id="tab-watch" aria-controls="watch" data-tab="watch">Watch</button>
      <button role="tab" type="button" id="tab-race" aria-controls="race" data-tab="race">Race</button>
      <button role="tab" type="button" id="tab-load" aria-controls="load" data-tab="load">Load</button>
      <button role="tab" type="button" id="tab-logs" aria-controls="logs" data-tab="logs">Logs</button>
    </div></div>
    <main id="main" tabindex="-1">
    <p class="about" id="about"></p>
    <p class="trouble" id="trouble" role="alert" hidden></p>
    <noscript><p class="trouble">The studio needs JavaScript; reports do not: <code>gtsd-sim run --output DIR</code>.</p>
    </noscript>

    <div class="panel" role="tabpanel" id="ask" aria-labelledby="tab-ask" hidden>
      <div class="split">
        <div class="questions"><h2>What do you want to know?</h2><ul id="questions"></ul></div>
        <div class="answers" id="answer" aria-live="polite" tabindex="-1"></div>
      </div>
    </div>

    <div class="panel" role="tabpanel" id="assume" aria-labelledby="tab-assume" hidden>
      <div class="split assume">
        <div class="levers"><h2>What do you assume?</h2>
          <p class="meta">Move a value and see what follows, with the same people before and after.</p>
          <div class="row tools"><button type="button" id="reset-all">Reset all</button>
          <button type="button" id="pin">Pin as a variant</button>
          <button type="button" id="save-scenario">Save as a scenario</button></div>
          <ul id="levers"></ul>
          <label class="find-more" for="more">Everything else</label>
          <input type="search" id="more" placeholder="photo, network, pull …" autocomplete="off">
          <ul id="levers-more"></ul>
        </div>
        <div class="outcome" id="outcome"></div>
      </div>
    </div>

    <div class="panel" role="tabpanel" id="compare" aria-labelledby="tab-compare" hidden>
      <h2>Variants side by side</h2>
      <p class="meta">Up to four, each against the scenario as it is, with the same people in all.</p>
      <ul id="pins" class="pins"></ul>
      <div id="compared"></div>
    </div>

    <div class="panel" role="tabpanel" id="watch" aria-labelledby="tab-watch" hidden>
      <h2>Watch 200 people</h2>
      <p class="meta">Every dot is a person of one run, and goes as that person went. What is assumed holds here, too.</p>
      <div id="watched"></div>
    </div>

    <div class="panel" role="tabpanel" id="race" aria-labelledby="tab-race" hidden>
      <h2>Search the orders that break the app</h2>
      <form id="race-form" class="controls">
        <div><label for="story">Story</label><select id="story"></select></div>
        <div><label for="generation">App</label><select id="generation"></select></div>
        <div><label for="policy">Search</label><select id="policy"></select></div>
        <div><label for="schedules">Schedules</label>
        <input id="schedules" type="number" min="1" max="1000000" step="1" value="2000"></div>
        <button class="primary" type="submit">Search</button>
        <button class="button" type="button" id="play-once">Play it once</button>
      </form>
      <details class="editor" id="editor"><summary>Edit the story</summary>
        <label for="story-text">The story as a scenario file</label>
        <textarea id="story-text" rows="18" spellcheck="false" autocapitalize="off"></textarea>
        <div id="suggestions" class="row" aria-label="Actions that fit" role="group"></div>
        <div class="row tools"><button type="button" id="story-search">Search this story</button>
        <button type="button" id="story-reset">As it was</button></div>
      </details>
      <div id="raced" aria-live="polite"></div>
    </div>

    <div class="panel" role="tabpanel" id="load" aria-labelledby="tab-load" hidden>
      <h2>How does the server bear it?</h2>
      <form id="load-form" class="controls" hidden>
        <div><label for="load-scenario">Scenario</label><select id="load-scenario"></select></div>
        <div><label for="load-model">Load</label><select id="load-model">
          <option value="rate">so many starts a second</option><option value="users">so many users at once</option>
          <option value="scenario">as the scenario says</option></select></div>
        <div><label for="load-level" id="load-level-name">Starts a second</label>
        <input id="load-level" type="number" min="1" max="100000" step="1" value="5"></div>
        <div><label for="load-seconds">Seconds</label>
        <input id="load-seconds" type="number" min="1" max="86400" step="1" value="30"></div>
        <button class="button" type="submit">Prepare</button>
      </form>
      <div id="load-shown"></div>
    </div>

    <div class="panel" role="tabpanel" id="logs" aria-labelledby="tab-logs" hidden>
      <h2>What do your logs say?</h2>
      <p class="meta">Drop an export of your analytics: JSON Lines or CSV, of Amplitude, Mixpanel, Segment, PostHog, GA4
      or <code>gtsd-sim run --events</code>. It stays on this machine.</p>
      <div class="drop" id="drop"><p><strong>Drop a file here</strong>, or choose one:</p>
      <label class="button" for="events">Choose a file</label><input type="file" id="events"></div>
      <div id="fitted" aria-live="polite"></div>
    </div>
    </main>

    <div class="work" id="work" hidden>
      <div class="work-bar"><div id="work-share"></div></div>
      <p id="work-text" role="status"></p><button type="button" id="stop">Stop</button>
    </div>
    </body>
    </html>

    """#
}
