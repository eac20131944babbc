// JavaScript attackers of the self-test. Like the attackers in attackers.py, each tries one forbidden action and prints
// "got ..." or "refused ...". Names that start with "addon: " run a native attacker from an addon, attackers.node.
const fs = require("fs");
const { Worker, isMainThread, workerData } = require("worker_threads");

const BOT_SOCKET = 3;
const MB = 2 ** 20;

function read(path, flags) {
  return fs.readFileSync(fs.openSync(path, flags)).toString().slice(0, 40);
}

// Hold four times the limit, in blocks of 8 MB that `make` returns as bytes.
function take(target, make) {
  const blocks = [];
  while (8 * blocks.length < 4 * target.memory_mb) {
    const block = make();
    for (let at = 0; at < block.length; at += 4096) block[at] = 1;
    blocks.push(block);
  }
  return `${8 * blocks.length} MB of memory`;
}

function takeWebAssembly(target) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  return take(target, () => {
    const at = memory.grow((8 * MB) / 65536) * 65536;
    return new Uint8Array(memory.buffer, at, 8 * MB);
  });
}

function takeInWorkers(target) {
  for (let i = 0; i < 2; i++) new Worker(__filename, { workerData: { ...target, attack: "take memory" } });
  return take(target, () => Buffer.alloc(8 * MB));
}

// Say that it is at work in this thread and another; the referee then stops the process and reads its clock.
function keepRunning(target, each) {
  if (isMainThread) new Worker(__filename, { workerData: target });
  else fs.writeSync(BOT_SOCKET, ".");
  for (;;) each();
}

const ATTACKERS = {
  "take memory": (target) => take(target, () => Buffer.alloc(8 * MB)),
  "take shared memory": (target) => take(target, () => new Uint8Array(new SharedArrayBuffer(8 * MB))),
  "take memory of WebAssembly": takeWebAssembly,
  "take memory in workers": takeInWorkers,
  "keep running": (target) => keepRunning(target, () => 0),
  "wake from worker": (target) => keepRunning(target, () => process.kill(process.pid, "SIGCONT")),
  "truncate by reading": (target) => fs.openSync(target.own, fs.constants.O_RDONLY | fs.constants.O_TRUNC) && "a file",
  "read other bot": (target) => read(target.other, "r"),
  "read memory": (target) => read(`/proc/${target.pid}/mem`, "r"),
  "list processes": () => fs.readdirSync("/proc").join().slice(0, 40),
  "write file": (target) => fs.writeFileSync(`${target.folder}/left-by-a-bot`, "1") ?? "a file",
  "change file": (target) => fs.chmodSync(target.own, 0o777) ?? "its mode",
  "start program": () => require("child_process").execFileSync("/bin/true") && "another program",
  "signal parent": () => process.kill(process.ppid, "SIGCONT"),
  "tcp": (target) => require("net").connect(target.port, "127.0.0.1", () => console.log("got a connection")) && "",
  "udp": () => require("dgram").createSocket("udp4").bind(0, () => console.log("got a socket")) && "",
  "raise priority": () => require("os").setPriority(-5) ?? "a higher priority",
};

function attack(target) {
  try {
    if (target.attack.startsWith("addon: ")) {
      process.env.TARGET = JSON.stringify({ ...target, attack: target.attack.slice(7) }, null, 1).replace(/\n/g, "");
      return require("./attackers.node");
    }
    const found = ATTACKERS[target.attack](target);
    if (found) console.log(`got ${found}`);
  } catch (error) {
    console.log(`refused ${error}`);
  }
}

function receiveTarget() {
  const line = Buffer.alloc(65536);
  return JSON.parse(line.toString("utf8", 0, fs.readSync(BOT_SOCKET, line)));
}

attack(isMainThread ? receiveTarget() : workerData);
