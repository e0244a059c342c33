import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../../bin/portico", import.meta.url));

/** A consumer in a process of its own, which has started to run operations. */
export interface ConsumerProcess extends AsyncDisposable {
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit code, once the process has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Its output so far, on standard output and standard error. */
  readonly output: () => string;
}

/** Starts the built command line's consumer with these settings and nothing else. */
export async function startConsumer(
  settings: NodeJS.ProcessEnv,
  options: readonly string[] = [],
): Promise<ConsumerProcess> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [command, "queue:consumers:start", "async.operations.all", ...options], {
    cwd: "/",
    env: { PATH, HOME, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => void said.push(String(bytes)));
  const ended = once(child, "close").then(([code]) => code as number | null);
  await Promise.race([
    lineOf(child, /is running/),
    ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${said.join("")}`))),
  ]);
  return {
    signal: (name) => void child.kill(name),
    ended,
    output: () => said.join(""),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

async function lineOf({ stdout }: ChildProcess, wanted: RegExp): Promise<void> {
  if (!stdout) throw new Error("no standard output");
  for await (const line of createInterface({ input: stdout })) if (wanted.test(line)) return;
}
