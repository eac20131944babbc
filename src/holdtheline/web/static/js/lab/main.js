// The lab: start a study, look at it while it runs, stop it, and open one of its games.

import { request } from "../lib/api.js";
import { byId, button, el, fill, showsNew } from "../lib/dom.js";
import { submitOnce } from "../lib/forms.js";
import { rememberKey } from "../lib/links.js";
import { announce, showError } from "../lib/messages.js";
import { parsePicture } from "../lib/picture.js";
import { capitalize } from "../lib/text.js";
import { studyFields } from "./form.js";

const POLL_DELAY = 400; // milliseconds
const RETRY_DELAY = 3_000;

let go; // the button that starts a study
let current = null; // the id of the study on the page

async function openLab() {
  const form = byId("lab-form");
  try {
    const offer = await request("GET", "/api/lab");
    fill(form, offer.why_not ? el("p", { text: offer.why_not }) : questionForm(offer));
    if (!offer.why_not) await resume();
  } catch (error) {
    fill(form, el("p", { text: error.sentence ?? String(error) }), button("Try again", openLab));
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function questionForm(offer) {
  const { nodes, read } = studyFields(offer);
  const fault = el("p", { class: "fault", role: "alert" });
  go = el("button", { class: "button primary", text: "Start" });
  const form = el("form", {}, nodes, fault, go, el("p", { class: "quiet small", text: `Choose the number of games before you look: who stops as soon as a difference shows finds some that are not there. A study ends after ${offer.max_seconds / 60} minutes, or when you leave this page.` }));
  submitOnce(form, go, fault, async () => {
    const study = await request("POST", "/api/lab/studies", { body: read() });
    history.replaceState(null, "", `#${study.id}`);
    current = study.id;
    announce("The study has started.");
    showStudy(study);
    byId("lab-study").scrollIntoView({ block: "nearest" });
    poll(study.id);
  });
  return form;
}

/** Show the study that the address names, if the server still has it. */
async function resume() {
  const id = location.hash.slice(1);
  if (!/^[\w-]{1,40}$/.test(id)) return;
  const study = await request("GET", `/api/lab/studies/${id}`).catch(() => null);
  if (!study) return;
  current = id;
  go.disabled = study.state === "running";
  showStudy(study);
  if (study.state === "running") poll(id);
}

function poll(id) {
  setTimeout(async () => {
    if (current !== id) return;
    try {
      const study = await request("GET", `/api/lab/studies/${id}`);
      if (current !== id) return;
      showStudy(study);
      if (study.state === "running") poll(id);
    } catch (error) {
      if (error.code === "unknown") {
        go.disabled = false;
        showError(error);
      } else {
        setTimeout(() => poll(id), RETRY_DELAY);
      }
    }
  }, POLL_DELAY);
}

async function stop() {
  try {
    showStudy(await request("POST", `/api/lab/studies/${current}/stop`));
  } catch (error) {
    showError(error);
  }
}

function showStudy(study) {
  if (!showsNew(byId("lab-study"), study)) return;
  const isRunning = study.state === "running";
  const hasEnded = !isRunning && !byId("lab-stop").hidden && byId("lab-study").hidden === false;
  byId("lab-study").hidden = false;
  byId("lab-title").textContent = study.title;
  byId("lab-progress").textContent = `${study.games.toLocaleString("en")} of ${study.of.toLocaleString("en")} games of each. ${study.ending ?? ""}`;
  Object.assign(byId("lab-bar"), { max: study.of, value: study.games });
  byId("lab-stop").hidden = !isRunning;
  byId("lab-answer").textContent = study.sentence;
  fill(byId("lab-plots"), study.plots.map(plotFigure));
  showTable(study);
  showReplayForm(study, isRunning);
  if (!isRunning) go.disabled = false;
  if (hasEnded) announce(`${study.ending} ${study.sentence}`);
}

function plotFigure({ title, picture }) {
  return el("figure", { class: "lab-plot" }, el("figcaption", { text: capitalize(title) }), parsePicture(picture));
}

function showTable({ variants, rows }) {
  byId("lab-all").hidden = rows.length === 0;
  const cell = (figure, className) => el("td", { class: className }, figure && [figure.text, el("small", { text: figure.interval })]);
  fill(byId("lab-table"),
    el("caption", { class: "visually-hidden", text: "Means with 95% intervals" }),
    el("thead", {}, el("tr", {}, ["Figure", ...variants, "Difference"].map((text) => el("th", { scope: "col", text })))),
    el("tbody", {}, rows.map(({ title, figures, difference, differs }) => el("tr", {},
      el("th", { scope: "row", text: capitalize(title) }),
      figures.map((figure) => cell(figure)),
      cell(difference, differs && "clear")))));
}

function showReplayForm({ id, variants, games, different }, isRunning) {
  const form = byId("lab-replay");
  form.hidden = isRunning || games === 0;
  if (form.hidden) return;
  byId("lab-number").max = games;
  const about = different.length ? `Games that ended differently: ${different.join(", ")}.` : "All games ended alike.";
  byId("lab-different").textContent = about;
  if (!showsNew(form, id)) return;
  byId("lab-number").value = different[0] ?? 1;
  fill(byId("lab-variant"), variants.map((text, value) => el("option", { value, text })));
}

/** Let the server play a game of the study again, and replay its record. */
async function openGame() {
  const body = { variant: Number(byId("lab-variant").value), number: Number(byId("lab-number").value) };
  const { key } = await request("POST", `/api/lab/studies/${current}/game`, { body });
  rememberKey(key, "upload");
  window.addEventListener("pagehide", () => { byId("lab-open").disabled = false; }, { once: true });
  location.assign(`/replay#${key}`);
}

byId("lab-stop").addEventListener("click", stop);
submitOnce(byId("lab-replay"), byId("lab-open"), byId("lab-replay-fault"), openGame);
openLab();
