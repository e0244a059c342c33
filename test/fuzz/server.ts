import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server in a separate process, with its own embedded database. */
export interface SeparateServer extends AsyncDisposable {
  readonly url: string;
  readonly password: string;
  /** Returns the memory of the process in megabytes; undefined if the system does not provide it. */
  memory(): number | undefined;
  /** Returns why the process ended unexpectedly; undefined while it runs. */
  ended(): string | undefined;
}

/** All requests come from one address, and many of them sign in. */
export const unlimited = { PORTICO_SIGN_IN_RATE: "1000000" } as const;

/** Starts the program compiled by `npm run build`. */
export async function startSeparateServer(settings: Readonly<Record<string, string>> = {}): Promise<SeparateServer> {
  const folder = mkdtempSync(join(tmpdir(), "portico-fuzz-"));
  const password = "correct-horse-1";
  const program = join(import.meta.dirname, "../../bin/portico");
  const child = spawn(process.execPath, [program, "serve", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      PORT: "0",
      PORTICO_DATA_DIR: folder,
      PORTICO_ADMIN_PASSWORD: password,
      ...unlimited,
      ...settings,
      LOG_LEVEL: "silent",
      NODE_ENV: "production",
    },
  });
  const url = await addressOf(child);
  return {
    url,
    password,
    memory: () => memoryOf(child.pid),
    ended: () =>
      child.exitCode === null && child.signalCode === null ? undefined : String(child.exitCode ?? child.signalCode),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) break;
  }
  if (!text.includes("\n")) throw new Error("The server did not start. Build it first: npm run build");
  const { rest } = JSON.parse(text) as { rest: string };
  return new URL(rest).origin;
}

function memoryOf(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
