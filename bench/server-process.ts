import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds from the start of the process until it listened. */
  readonly startMilliseconds: number;
  readonly pid: number;
  /** Returns the resident memory in MB. */
  residentMegabytes(): number;
}

/**
 * Starts a program that prints one line of JSON when it listens: `{"rest": "<address>", …}` or `{"url":
 * "<address>"}`.
 */
export async function startProcess(
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // A failed run must not leave servers behind.
  const kill = () => void child.kill();
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const url = await addressOf(child, program);
  return {
    url,
    startMilliseconds: performance.now() - started,
    pid: child.pid ?? 0,
    residentMegabytes: () => residentMegabytes(child.pid ?? 0),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function addressOf(child: ChildProcess, program: readonly string[]): Promise<string> {
  if (!child.stdout) throw new Error("The server has no output to read its address from.");
  const lines = createInterface(child.stdout);
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`${program.join(" ")} ended with ${code} before it listened.`);
  });
  const announced = once(lines, "line").then(([line]) => JSON.parse(String(line)) as { url?: string; rest?: string });
  const { url, rest = "" } = await Promise.race([announced, exited]);
  exited.catch(() => undefined);
  child.stdout.resume();
  return url ?? new URL(rest).origin;
}

/** Reads from `/proc` if it exists, otherwise from `ps`. */
function residentMegabytes(pid: number): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1]) / 1024;
  } catch {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
  }
}
