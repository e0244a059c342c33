import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { vi } from "vitest";
import type { FirstAdmin } from "../../src/api/auth/admins/first-admin.js";
import { runCommand } from "../../src/cli/program.js";
import { readConfig } from "../../src/config.js";
import { openDatabase } from "../../src/platform/db/open.js";
import { startServer } from "../../src/server.js";
import { fillFolder } from "../support/embedded-engine.js";

const command = fileURLToPath(new URL("../../bin/portico", import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder for an embedded database. Disposal removes it. */
export interface DataFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates an empty folder, or one with a database: an empty one, or a migrated and seeded one. */
export async function dataFolder(content?: "empty" | "prepared"): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), "portico-cli-"));
  if (content) await fillFolder(path, content);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Creates a folder with a database that this process keeps open like a server, which makes commands fast. */
export async function openFolder(content: "empty" | "prepared" = "prepared"): Promise<DataFolder> {
  const folder = await dataFolder(content);
  const settings = { PORTICO_DATA_DIR: folder.path, PORTICO_EMBEDDED_DURABILITY: "relaxed" };
  const database = await openDatabase(readConfig(settings));
  return {
    path: folder.path,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Runs a command on the embedded database of a folder in this process, and waits for its end. */
export async function portico(folder: DataFolder, args: readonly string[], settings: Settings = {}): Promise<Ended> {
  const output = { stdout: "", stderr: "" };
  const captured = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += text.toString();
      return true;
    }),
  );
  const [env, code] = [process.env, process.exitCode];
  process.env = environmentOf(folder, settings);
  process.exitCode = undefined;
  try {
    await runCommand(args);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    process.env = env;
    process.exitCode = code;
    for (const spy of captured) spy.mockRestore();
  }
}

/** Runs a command of the built command line in a process, and waits for its end. */
export async function porticoProcess(
  folder: DataFolder,
  args: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  const child = start(folder, args, settings);
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (bytes: Buffer) => (output.stdout += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (output.stderr += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** Runs a command with --json and returns its result. */
export async function answerOf<Answer>(folder: DataFolder, args: readonly string[], settings: Settings = {}) {
  const { code, stdout, stderr } = await portico(folder, [...args, "--json"], settings);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

/** A server in a separate process. */
export interface ServerProcess extends AsyncDisposable {
  readonly rest: string;
  readonly pid: number;
  readonly firstAdmin: { readonly username: string; readonly generatedPassword?: string } | null;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | null>;
  /** Returns what standard error has received so far. */
  readonly output: () => string;
}

interface Ready extends Pick<ServerProcess, "rest" | "pid" | "firstAdmin"> {
  readonly graphql: string;
}

/** A server in this process. */
export interface InProcessServer extends AsyncDisposable {
  readonly rest: string;
  readonly firstAdmin: FirstAdmin | null;
  /** Returns the log so far. */
  readonly output: () => string;
}

/** Starts a server in this process, on a free port and the embedded database of a folder. */
export async function serveInProcess(folder: DataFolder, settings: Settings = {}): Promise<InProcessServer> {
  const seen: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void seen.push(line) });
  const here = { PORT: "0", PORTICO_DATA_DIR: folder.path, PORTICO_EMBEDDED_DURABILITY: "relaxed", ...settings };
  const server = await startServer(readConfig(here), log, () => undefined);
  return {
    rest: `${server.address}/rest/V1/`,
    firstAdmin: server.firstAdmin ?? null,
    output: () => seen.join(""),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

/** Starts a server in a separate process, on a free port, and waits until it answers. */
export async function serve(folder: DataFolder, settings: Settings = {}): Promise<ServerProcess> {
  const child = start(folder, ["serve", "--json"], { PORT: "0", ...settings });
  const seen: string[] = [];
  child.stderr?.on("data", (bytes: Buffer) => void seen.push(bytes.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const { rest, pid, firstAdmin } = await firstLine(child, seen);
  return {
    rest,
    pid,
    firstAdmin,
    signal: (name) => void child.kill(name),
    ended,
    output: () => seen.join(""),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Starts a server without --json and waits for a line that matches. */
export async function serveWithText(folder: DataFolder, wanted: RegExp, settings: Settings = {}) {
  const child = start(folder, ["serve"], { PORT: "0", ...settings });
  const lines: string[] = [];
  const ended = once(child, "close").then(([code]) => code as number | null);
  if (!child.stdout) throw new Error("no standard output");
  const reader = createInterface({ input: child.stdout });
  const wait = async (pattern: RegExp): Promise<string> => {
    const found = lines.find((line) => pattern.test(line));
    if (found !== undefined) return found;
    await Promise.race([once(reader, "line"), ended.then((code) => Promise.reject(new Error(`ended with ${code}`)))]);
    return wait(pattern);
  };
  reader.on("line", (line) => void lines.push(line));
  const line = await wait(wanted);
  return {
    line,
    lines,
    wait,
    ended,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Starts a process without the settings of this one and without the `.env` of the checkout. */
function start(folder: DataFolder, args: readonly string[], settings: Settings): ChildProcess {
  return spawn(process.execPath, [command, ...args], {
    cwd: folder.path,
    env: environmentOf(folder, settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function environmentOf({ path }: DataFolder, settings: Settings): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const basics = { PORTICO_DATA_DIR: path, PORTICO_EMBEDDED_DURABILITY: "relaxed", LOG_LEVEL: "warn" };
  return { PATH, HOME, ...basics, ...settings };
}

async function firstLine(child: ChildProcess, seen: readonly string[]): Promise<Ready> {
  if (!child.stdout) throw new Error("no standard output");
  const line = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
  const [text] = await Promise.race([
    line,
    once(child, "close").then(([code]) => Promise.reject(new Error(`the server ended with ${code}: ${seen.join("")}`))),
  ]);
  return JSON.parse(text) as Ready;
}

/** Signs an administrator in. Returns the token, or the status if the sign-in is rejected. */
export async function signIn(rest: string, username: string, password: string): Promise<string | number> {
  const answer = await fetch(`${rest}integration/admin/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return answer.ok ? ((await answer.json()) as string) : answer.status;
}
