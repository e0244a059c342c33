import { Worker } from "node:worker_threads";

/**
 * Runs in a thread of its own, because an engine that does not answer blocks the main one, also for signals. It counts its
 * own turns rather than the time, in which a machine may have slept.
 */
const program = `
  const { workerData: { beats, seconds, pid } } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  let seen = -1;
  let silent = 0;
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    silent = now === seen ? silent + 1 : 0;
    seen = now;
    if (silent < seconds) return;
    const msg = "the embedded database has not answered for " + seconds + " seconds, ending the process";
    writeSync(2, JSON.stringify({ level: 60, time: Date.now(), pid, msg }) + "\\n");
    process.kill(pid, "SIGKILL");
  }, 1000);`;

/**
 * Kills this process when it has been blocked, or its engine broken, for the given time, so that its supervisor starts it
 * again. Commits are safe: the next start recovers them. Returns a function that ends the watch.
 */
export function startWatchdog(seconds: number, isHealthy: () => boolean): () => Promise<unknown> {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { beats, seconds, pid: process.pid };
  // Without the options of this process, which could make the program a module.
  const worker = new Worker(program, { eval: true, execArgv: [], workerData });
  worker.unref();
  const timer = setInterval(() => {
    if (isHealthy()) Atomics.add(beats, 0, 1);
  }, 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return worker.terminate();
  };
}
