// Records from outside: chosen or dropped, checked by the server, and then watched.

import { ask } from "./api.js";
import { byId } from "./dom.js";
import { rememberKey } from "./keys.js";

const MOST_BYTES = 1_000_000;

export function awaitRecords() {
  const input = byId("record");
  input.addEventListener("change", () => input.files[0] && upload(input.files[0]));
  document.addEventListener("dragover", (event) => carriesFiles(event) && light(event, true));
  document.addEventListener("dragleave", (event) => event.relatedTarget || light(event, false));
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    light(event, false);
    if (event.dataTransfer.files[0]) upload(event.dataTransfer.files[0]);
  });
}

function carriesFiles(event) {
  return [...event.dataTransfer.types].includes("Files");
}

function light(event, on) {
  event.preventDefault();
  byId("drop").classList.toggle("over", on);
}

async function upload(file) {
  tellFault("");
  try {
    if (file.size > MOST_BYTES) throw new Error("The file is larger than 1 MB, and records are far smaller.");
    const { key } = await ask("POST", "/api/records", { text: file });
    rememberKey(key, "upload");
    location.assign(`/replay#${key}`);
  } catch (refusal) {
    tellFault(`${file.name}: ${refusal.message}`);
  }
}

function tellFault(sentence) {
  const input = byId("record");
  byId("upload-fault").textContent = sentence;
  input.setAttribute("aria-invalid", String(sentence !== ""));
  if (sentence) input.value = "";
}
