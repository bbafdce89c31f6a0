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
  let understood = null;

  function writer() {
    const select = document.getElementById("als");
    return select ? select.value : "";
  }

  async function refresh() {
    const query = new URLSearchParams(location.search);
    if (writer()) query.set("als", writer());
    const response = await fetch(`/schlacht/${battle}/stand?${query}`, { headers: { "X-Requested-With": "page" } });
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const atEnd = window.innerHeight + window.scrollY >= document.body.scrollHeight - 120;
    for (const part of LIVE_PARTS) {
      const old = document.querySelector(`[data-part="${part}"]`);
      const now = fresh.querySelector(`[data-part="${part}"]`);
      if (!old || !now || old.innerHTML === now.innerHTML) continue;
      const open = new Set([...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent.trim()));
      const had = old.querySelector("details") !== null;
      old.replaceWith(now);
      if (had) for (const details of now.querySelectorAll("details")) {
        details.open = open.has(details.querySelector("summary").textContent.trim());
      }
      showLocalTimes(now);
    }
    if (atEnd) window.scrollTo({ top: document.body.scrollHeight });
  }

  function setOffline(offline) {
    document.querySelector(".offline").hidden = !offline;
  }

  const news = new EventSource(`/schlacht/${battle}/neues`);
  let known = null;
  news.addEventListener("stand", (event) => {
    setOffline(false);
    if (known !== null && known !== event.data) refresh();
    known = event.data;
  });
  news.addEventListener("error", () => setOffline(true));
  window.addEventListener("online", () => refresh().then(() => setOffline(false)));
  window.addEventListener("offline", () => setOffline(true));

  if (!form) return;

  async function showPreview() {
    const box = form.querySelector(".preview");
    if (!text.value.trim()) {
      box.replaceChildren();
      return;
    }
    if (understood) understood.abort();
    understood = new AbortController();
    try {
      const response = await fetch(`/schlacht/${battle}/vorschau`, {
        method: "POST",
        body: new URLSearchParams(new FormData(form)),
        headers: { "X-Motuc-Token": form.elements.token.value },
        signal: understood.signal,
      });
      if (response.ok) box.innerHTML = await response.text();
    } catch (error) {
      if (error.name !== "AbortError") setOffline(true);
    }
  }

  let soon = 0;
  function changed() {
    localStorage.setItem(draftKey, text.value);
    clearTimeout(soon);
    soon = setTimeout(showPreview, 250);
  }

  function add(line) {
    const before = text.value.replace(/\n+$/, "");
    text.value = before ? `${before}\n${line}` : line;
    text.focus();
    changed();
  }

  if (!text.value) text.value = localStorage.getItem(draftKey) || "";
  text.addEventListener("input", changed);
  if (text.value) showPreview();

  form.addEventListener("click", (event) => {
    const choice = event.target.closest("button.choice");
    if (!choice) return;
    event.preventDefault();
    add(choice.value);
  });
  document.addEventListener("click", (event) => {
    const field = event.target.closest("[data-part='board'] [data-field]");
    if (!field) return;
    event.preventDefault();
    chooseField(form, field.dataset.field, add);
  });
  document.getElementById("als").addEventListener("change", () => {
    refresh().then(showPreview);
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter && event.submitter.classList.contains("choice")) return;
    if (!navigator.onLine) {
      event.preventDefault();
      setOffline(true);
      return;
    }
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "1";
    localStorage.removeItem(draftKey);
    sessionStorage.setItem(draftKey, text.value);
  });
  // Back from a post that never arrived: what was written is not lost.
  window.addEventListener("pageshow", () => {
    delete form.dataset.sent;
  });
}

// A click on the board: the figure whose choices are open goes there; else the first that can.
function chooseField(form, field, add) {
  const able = [...form.querySelectorAll(`button.choice[data-field="${CSS.escape(field)}"]`)];
  const open = able.find((choice) => choice.closest("details").open);
  const chosen = open || able[0];
  if (chosen) add(chosen.value);
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
  slider.addEventListener("change", () => show(Number(slider.value)));
}

function startTables() {
  for (const filter of document.querySelectorAll("input[data-filters]")) {
    const rows = document.querySelectorAll(`#${filter.dataset.filters} tbody tr`);
    filter.closest(".filter").hidden = false;
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
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
  const order = ["frei", "gesperrt", "erhöht"];
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
        field.dataset.ground = closed.has(field.value) ? "gesperrt" : high.has(field.value) ? "erhöht" : "frei";
        field.setAttribute("aria-label", `${field.value} ${field.dataset.ground}`);
        line.append(field);
      }
      lines.push(line);
    }
    painter.querySelector(".paint-scroll").replaceChildren(...lines);
  }

  function write() {
    const all = (ground) => [...painter.querySelectorAll(`button[data-ground="${ground}"]`)].map((field) => field.value).join(" ");
    blocked.value = all("gesperrt");
    raised.value = all("erhöht");
  }

  painter.addEventListener("click", (event) => {
    const field = event.target.closest("button[data-ground]");
    if (!field) return;
    field.dataset.ground = order[(order.indexOf(field.dataset.ground) + 1) % order.length];
    field.setAttribute("aria-label", `${field.value} ${field.dataset.ground}`);
    write();
  });
  for (const input of [columns, rows, grid, blocked, raised]) if (input) input.addEventListener("change", draw);
  draw();
}

showLocalTimes(document);
if (battle) startBattle();
startFilm();
startTables();
startPainting();
