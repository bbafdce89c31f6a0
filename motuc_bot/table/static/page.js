// Makes the page live. Everything also works without it.
"use strict";

const battle = document.body.dataset.battle;
const LIVE_PARTS = ["board", "awaited", "roster", "thread", "choices"];

function showLocalTimes(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const today = new Date().toDateString() === moment.toDateString();
    time.textContent = moment.toLocaleString("de-DE", today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
    time.title = moment.toLocaleString("de-DE");
  }
}

function startBattle() {
  const form = document.querySelector("form.write");
  const text = document.getElementById("text");
  const draftKey = `entwurf-${battle}`;
  const sentKey = `gesendet-${battle}`;
  const arrivedKey = `angekommen-${battle}`;
  let figure = openFigure();
  let understood = null;

  function writer() {
    const select = document.getElementById("als");
    return select ? select.value : "";
  }

  function openFigure() {
    const tab = document.querySelector("[data-part='choices'] .tab[aria-pressed='true']");
    return tab ? tab.value : "";
  }

  async function refresh() {
    const query = new URLSearchParams(location.search);
    for (const part of ["feld", "text", "figur"]) query.delete(part);
    const asked = writer();
    if (asked) query.set("als", asked);
    if (figure) query.set("figur", figure);
    const response = await fetch(`/schlacht/${battle}/stand?${query}`, { headers: { "X-Requested-With": "page" } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    // Meanwhile another seat was chosen: this page is not for it.
    if (asked !== writer()) return;
    const atEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 120;
    for (const part of LIVE_PARTS) {
      const old = document.querySelector(`[data-part="${part}"]`);
      const now = fresh.querySelector(`[data-part="${part}"]`);
      if (!old || !now || old.innerHTML === now.innerHTML) continue;
      keepOpen(old, now);
      const scrolled = old.querySelector(".board-scroll");
      const [left, top] = scrolled ? [scrolled.scrollLeft, scrolled.scrollTop] : [0, 0];
      const focused = old.contains(document.activeElement) ? document.activeElement.closest("button, select") : null;
      old.replaceWith(now);
      if (scrolled) now.querySelector(".board-scroll").scrollTo({ left, top, behavior: "instant" });
      if (focused && focused.name) {
        const again = now.querySelector(`[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`) || now.querySelector("button");
        if (again) again.focus({ preventScroll: true });
      }
      showLocalTimes(now);
    }
    const secrecy = document.querySelector('[data-part="secrecy"]');
    const secrecyNow = fresh.querySelector('[data-part="secrecy"]');
    // What is ticked stays ticked for the same seat; for another one the page knows what had better be secret.
    const seatOf = (part) => { const seat = part.querySelector("[name='war']"); return seat ? seat.value : null; };
    const comesOrGoes = secrecy && secrecyNow && !secrecy.firstElementChild !== !secrecyNow.firstElementChild;
    if (comesOrGoes || (secrecy && secrecyNow && seatOf(secrecy) !== seatOf(secrecyNow))) secrecy.replaceWith(secrecyNow);
    const as = document.getElementById("als");
    const seats = fresh.getElementById("als");
    if (as && seats) for (const seat of seats.options) {
      const same = [...as.options].find((option) => option.value === seat.value);
      if (same) same.text = seat.text;
    }
    figure = openFigure();
    if (form) markDone();
    if (atEnd) window.scrollTo({ top: document.body.scrollHeight });
  }

  function setOffline(offline) {
    document.querySelector(".offline").hidden = !offline;
  }

  let known = null;

  function listen() {
    const news = new EventSource(`/schlacht/${battle}/neues`);
    news.addEventListener("stand", (event) => {
      setOffline(false);
      if (known !== null && known !== event.data) refresh();
      known = event.data;
    });
    news.addEventListener("error", () => {
      setOffline(true);
      // After an answer that is no stream the browser gives up: begin anew.
      if (news.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    });
  }

  listen();
  window.addEventListener("online", () => refresh().then(() => setOffline(false)));
  window.addEventListener("offline", () => setOffline(true));

  if (!form) return;

  async function showPreview() {
    const box = form.querySelector(".preview");
    if (understood) understood.abort();
    if (!text.value.trim()) {
      box.replaceChildren();
      return;
    }
    const asked = understood = new AbortController();
    try {
      const response = await fetch(`/schlacht/${battle}/vorschau`, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Motuc-Token": form.elements.token.value, Accept: "application/json" },
        signal: asked.signal,
      });
      if (response.ok) {
        const told = await response.text();
        if (asked === understood) box.innerHTML = told;
        return;
      }
      // What was understood of an earlier draft must not stand there as if it were of this one.
      const why = await response.json().catch(() => ({ lines: [] }));
      if (asked === understood) tellNoPreview(box, why.lines.join(" "));
      if (response.status === 429) soon = setTimeout(showPreview, 3000);
    } catch (error) {
      if (error.name === "AbortError") return;
      tellNoPreview(box, "die Verbindung fehlt.");
      setOffline(true);
    }
  }

  function tellNoPreview(box, why) {
    const line = document.createElement("p");
    line.className = "faint";
    line.textContent = `Gerade keine Vorschau: ${why || "bitte die Seite neu laden."}`;
    box.replaceChildren(line);
  }

  // Figures of which the draft speaks have a tick.
  function markDone() {
    const lines = text.value.split("\n");
    for (const tab of form.querySelectorAll(".tab")) {
      tab.classList.toggle("done", lines.some((line) => line.startsWith(`${tab.value}:`)));
    }
  }

  let soon = 0;
  function changed() {
    localStorage.setItem(draftKey, text.value);
    sessionStorage.removeItem(arrivedKey);
    markDone();
    clearTimeout(soon);
    soon = setTimeout(showPreview, 250);
  }

  // Another choice of the same group takes the place of the one before.
  function add(line, group) {
    const others = group ? [...group.querySelectorAll("button.choice, option")].map((one) => one.value) : [];
    const lines = text.value.replace(/\n+$/, "").split("\n");
    const at = lines.findIndex((one) => one && others.includes(one));
    if (at >= 0) lines[at] = line;
    else if (lines.length === 1 && !lines[0]) lines[0] = line;
    else lines.push(line);
    text.value = lines.join("\n");
    text.scrollTop = text.scrollHeight;
    changed();
  }

  // After a reaction: the next figure of which nothing is said yet.
  function choose(choice) {
    const group = choice.closest(".group");
    add(choice.value, group);
    if (!group || !group.classList.contains("due")) return;
    const open = [...form.querySelectorAll(".group.due")];
    const lines = text.value.split("\n");
    const answered = open.every((one) => [...one.querySelectorAll("button.choice")].some((other) => lines.includes(other.value)));
    const next = form.querySelector(".tab.due:not(.done)");
    if (answered && next) showFigure(next.value);
  }

  function showFigure(name) {
    figure = name;
    refresh();
  }

  // The page after a post that counts: what was sent is no draft any more, even where one goes back to it.
  const way = performance.getEntriesByType("navigation")[0];
  const sent = sessionStorage.getItem(sentKey);
  if (sent !== null && way && way.type === "navigate") {
    if (location.hash === "#neu" && !form.querySelector(".refused")) sessionStorage.setItem(arrivedKey, sent);
    sessionStorage.removeItem(sentKey);
  }
  function forgetArrived() {
    if (!text.value || text.value !== sessionStorage.getItem(arrivedKey)) return;
    text.value = "";
    localStorage.removeItem(draftKey);
    form.querySelector(".preview").replaceChildren();
    markDone();
  }

  if (!text.value) text.value = localStorage.getItem(draftKey) || "";
  if (way && way.type === "back_forward") forgetArrived();
  text.addEventListener("input", changed);
  markDone();
  if (text.value) {
    showPreview();
    // The board without the draft in its links: the script keeps it.
    refresh();
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.classList.contains("choice")) choose(button);
    else if (button.classList.contains("tab")) showFigure(button.value);
    else if (button.classList.contains("from-list")) {
      const list = form.elements[button.value];
      if (list.value) add(list.value, list.closest(".group"));
      else list.focus();
    } else return;
    event.preventDefault();
  });

  // A click on the board: what goes there is written; if several things go there, they are offered below the board.
  function chooseField(field) {
    const able = [...form.querySelectorAll(`[data-part="choices"] [data-field="${CSS.escape(field)}"]`)];
    const picker = document.querySelector("[data-part='board'] .picker");
    picker.hidden = true;
    if (able.length === 1) add(able[0].value, able[0].closest(".group"));
    if (able.length < 2) return;
    const head = document.createElement("h3");
    head.textContent = `Was auf ${field}?`;
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    for (const one of able) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "choice";
      const kind = one.closest(".group").querySelector("h3, summary, .from-list").firstChild.textContent.trim();
      const label = one.querySelector("span");
      const says = document.createElement("span");
      says.textContent = `${kind}: ${label ? label.textContent : one.textContent.trim()}`;
      button.append(says);
      const chance = one.querySelector("small");
      if (chance) button.append(chance.cloneNode(true));
      button.addEventListener("click", () => {
        add(one.value, one.closest(".group"));
        picker.hidden = true;
      });
      buttons.append(button);
    }
    picker.replaceChildren(head, buttons);
    picker.hidden = false;
    buttons.firstChild.focus();
  }

  document.addEventListener("click", (event) => {
    const field = event.target.closest("[data-part='board'] [data-field]");
    const line = event.target.closest("a[data-line]");
    if (!field && !line) return;
    event.preventDefault();
    if (field) return chooseField(field.dataset.field);
    add(line.dataset.line, null);
    form.scrollIntoView();
    text.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => {
    const picker = document.querySelector("[data-part='board'] .picker");
    if (event.key === "Escape" && picker && !picker.hidden) picker.hidden = true;
  });
  document.getElementById("als").addEventListener("change", () => {
    figure = "";
    refresh().then(showPreview);
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "privat") showPreview();
  });
  form.addEventListener("submit", (event) => {
    const to = event.submitter ? event.submitter.getAttribute("formaction") : null;
    if (to) return;
    if (!navigator.onLine) {
      event.preventDefault();
      setOffline(true);
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    const of = form.elements.war;
    if (of && of.value !== writer()) {
      // The box for „geheim“ is still that of the seat before.
      event.preventDefault();
      refresh().then(() => {
        if (form.elements.war && form.elements.war.value !== writer()) setOffline(true);
        else form.requestSubmit();
      }, () => setOffline(true));
      return;
    }
    form.dataset.sent = "1";
    sessionStorage.setItem(sentKey, text.value);
    localStorage.removeItem(draftKey);
  });
  // Back from a post that never arrived: what was written is not lost.
  window.addEventListener("pageshow", (event) => {
    delete form.dataset.sent;
    if (event.persisted || (way && way.type === "back_forward")) forgetArrived();
    if (form.elements.war && form.elements.war.value !== writer()) refresh();
    if (text.value) localStorage.setItem(draftKey, text.value);
  });
}

// What was open stays open when a part of the page is replaced.
function keepOpen(old, now) {
  const said = (details) => details.querySelector("summary").textContent.trim();
  const open = new Map([...old.querySelectorAll("details")].map((details) => [said(details), details.open]));
  for (const details of now.querySelectorAll("details")) details.open = open.get(said(details)) ?? details.open;
}

function startFilm() {
  const film = document.querySelector(".film");
  if (!film) return;
  const play = film.querySelector("button.play");
  const slider = film.querySelector("input[type=range]");
  let running = 0;

  async function show(number) {
    const response = await fetch(`${film.dataset.path}/${number}`);
    if (!response.ok) return false;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    document.getElementById("moment").replaceWith(fresh.getElementById("moment"));
    slider.value = number;
    history.replaceState(null, "", `${film.dataset.path}/${number}`);
    showLocalTimes(document.getElementById("moment"));
    return true;
  }

  function stop() {
    clearInterval(running);
    running = 0;
    play.textContent = "▶ Film";
  }

  play.hidden = false;
  play.addEventListener("click", () => {
    if (running) return stop();
    play.textContent = "⏸ Anhalten";
    if (slider.value === slider.max) slider.value = slider.min;
    running = setInterval(async () => {
      const next = Number(slider.value) + 1;
      if (next > Number(slider.max) || !(await show(next))) stop();
    }, 1200);
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .board-scroll")) return;
    const next = Number(slider.value) + step;
    if (next < Number(slider.min) || next > Number(slider.max)) return;
    event.preventDefault();
    stop();
    show(next);
  });
}

function startFilters() {
  for (const filter of document.querySelectorAll("input[data-filters]")) {
    const rows = document.querySelectorAll(`#${CSS.escape(filter.dataset.filters)} :is(tbody tr, label.check)`);
    filter.closest(".filter").hidden = false;
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    });
  }
  for (const checks of document.querySelectorAll("details > .checks")) {
    const told = checks.closest("details").querySelector("summary");
    checks.addEventListener("change", () => {
      const chosen = [...checks.querySelectorAll("input:checked")].map((input) => input.parentElement.textContent.trim());
      told.textContent = chosen.length ? `${chosen.length} ausgewählt: ${chosen.join(", ")}` : "Keine ausgewählt";
    });
  }
}

// Terrain painted by clicks: the two text fields of the form are written, so that the form works as without it.
function startPainting() {
  const painter = document.querySelector(".painter");
  const blocked = document.getElementById("f-blocked");
  const raised = document.getElementById("f-raised");
  if (!painter || !blocked || !raised) return;
  const columns = document.getElementById("f-columns");
  const rows = document.getElementById("f-rows");
  const grid = document.getElementById("f-grid");
  const board = painter.querySelector(".paint-scroll");
  painter.hidden = false;

  function letters(column) {
    return column > 26 ? String.fromCharCode(64 + Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26)) : String.fromCharCode(64 + column);
  }

  function draw() {
    const width = Math.min(40, Math.max(2, Number(columns.value) || 2));
    const height = Math.min(40, Math.max(2, Number(rows.value) || 2));
    const named = (input) => new Set(input.value.toUpperCase().split(/[\s,;]+/).filter(Boolean));
    const [closed, high] = [named(blocked), named(raised)];
    const lines = [];
    for (let row = 1; row <= height; row += 1) {
      const line = document.createElement("div");
      line.className = grid && grid.value === "hex" && row % 2 === 0 ? "paint-row shifted" : "paint-row";
      for (let column = 1; column <= width; column += 1) {
        const field = document.createElement("button");
        field.type = "button";
        field.value = field.textContent = `${letters(column)}${row}`;
        // One stop for the Tab key; arrows lead on.
        field.tabIndex = row === 1 && column === 1 ? 0 : -1;
        paint(field, closed.has(field.value) ? "gesperrt" : high.has(field.value) ? "erhöht" : "frei");
        line.append(field);
      }
      lines.push(line);
    }
    board.replaceChildren(...lines);
  }

  function paint(field, ground) {
    field.dataset.ground = ground;
    field.setAttribute("aria-label", `${field.value} ${ground}`);
  }

  function write() {
    const all = (ground) => [...board.querySelectorAll(`button[data-ground="${ground}"]`)].map((field) => field.value).join(" ");
    blocked.value = all("gesperrt");
    raised.value = all("erhöht");
  }

  function brush() {
    return painter.querySelector("input[name='pinsel']:checked").value;
  }

  // A click with the brush paints; once more, and the field is free again. Dragging with a mouse paints on.
  let dragged = null;
  board.addEventListener("pointerdown", (event) => {
    const field = event.target.closest("button[data-ground]");
    if (field && event.pointerType === "mouse" && event.button === 0) {
      dragged = field.dataset.ground === brush() ? "frei" : brush();
    }
  });
  board.addEventListener("pointerover", (event) => {
    const field = event.target.closest("button[data-ground]");
    if (!dragged || !field || !(event.buttons & 1)) return;
    paint(field, dragged);
    write();
  });
  document.addEventListener("pointerup", () => setTimeout(() => { dragged = null; }));
  board.addEventListener("click", (event) => {
    const field = event.target.closest("button[data-ground]");
    if (!field) return;
    paint(field, dragged || (field.dataset.ground === brush() ? "frei" : brush()));
    write();
  });
  board.addEventListener("keydown", (event) => {
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
    const field = event.target.closest("button[data-ground]");
    if (!field || (!right && !down)) return;
    event.preventDefault();
    const column = [...field.parentElement.children].indexOf(field) + right;
    const row = [...board.children].indexOf(field.parentElement) + down;
    const next = board.children[row] && board.children[row].children[column];
    if (!next) return;
    field.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  for (const input of [columns, rows, grid, blocked, raised]) if (input) input.addEventListener("change", draw);
  draw();
}

showLocalTimes(document);
if (battle) startBattle();
startFilm();
startFilters();
startPainting();
