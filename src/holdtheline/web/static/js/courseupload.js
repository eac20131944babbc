// Bots from outside: chosen or dropped, and handed in.

import { ask } from "./api.js";
import { byId } from "./dom.js";
import { say } from "./say.js";

export function awaitBots(room) {
  const input = byId("bot-file");
  input.addEventListener("change", () => input.files[0] && upload(room, input.files[0]));
  document.addEventListener("dragover", (event) => carriesFiles(event) && light(event, true));
  document.addEventListener("dragleave", (event) => event.relatedTarget || light(event, false));
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    light(event, false);
    if (event.dataTransfer.files[0]) upload(room, event.dataTransfer.files[0]);
  });
}

function carriesFiles(event) {
  return [...event.dataTransfer.types].includes("Files");
}

function light(event, on) {
  event.preventDefault();
  byId("drop").classList.toggle("over", on);
}

async function upload(room, file) {
  const { can_hand_in: canHandIn, why_not: whyNot, most_bytes: most } = room.view;
  tellFault("");
  try {
    if (!canHandIn) throw new Error(whyNot);
    if (file.size > most) throw new Error(`The file is larger than ${most / 2 ** 20} MB.`);
    const view = await ask("POST", `/api/course/handins?file=${encodeURIComponent(file.name.slice(-80))}`, { key: room.key, text: file });
    byId("bot-file").value = "";
    say(`${file.name} is handed in, and is being checked.`);
    room.hear(view);
  } catch (refusal) {
    tellFault(`${file.name}: ${refusal.message}`);
  }
}

function tellFault(sentence) {
  const input = byId("bot-file");
  byId("upload-fault").textContent = sentence;
  input.setAttribute("aria-invalid", String(sentence !== ""));
  if (sentence) input.value = "";
}
