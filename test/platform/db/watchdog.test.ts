import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

/** Runs a program with a watchdog of one or two seconds, and returns how it ended. */
async function run(work: string, isHealthy = "true") {
  const watchdog = JSON.stringify(join(import.meta.dirname, "../../../dist/platform/db/embedded/watchdog.js"));
  const program = `
    import { startWatchdog } from ${watchdog};
    const stop = startWatchdog(3, () => ${isHealthy});
    ${work}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [[code, signal], log] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  return { code: code as number | null, signal: signal as string | null, log };
}

const line = /"level":60,.*"msg":"the embedded database has not answered for 3 seconds, ending the process"/;

describe("the watchdog of the embedded database", () => {
  it("kills a process that is blocked, and says why", async () => {
    const { signal, log } = await run("for (;;);");
    expect(signal).toBe("SIGKILL");
    expect(log).toMatch(line);
  });

  it("kills a process whose engine is broken", async () => {
    const { signal, log } = await run("setInterval(() => undefined, 1000);", "false");
    expect(signal).toBe("SIGKILL");
    expect(log).toMatch(line);
  });

  it("leaves a process alone that answers, and does not keep it running", async () => {
    const wait = "await new Promise((resolve) => setTimeout(resolve, 8000));";
    expect(await run(wait)).toEqual({ code: 0, signal: null, log: "" });
    expect(await run("await stop();")).toEqual({ code: 0, signal: null, log: "" });
  });
});
