import { readConfig } from "../../../src/config.js";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HolderRecord } from "../../../src/platform/db/embedded/holder.js";
import { openDatabase } from "../../../src/platform/db/open.js";
import { fillFolder } from "../../support/embedded-engine.js";

const script = fileURLToPath(new URL("holder-process.mjs", import.meta.url));
const timeout = 120_000;

let folder: string;
let started: ChildProcess[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "portico-holder-"));
  await fillFolder(folder, "empty");
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((child) => kill(child)));
  rmSync(folder, { recursive: true, force: true });
});

describe("The embedded database of a folder", { timeout }, () => {
  test("is opened by exactly one of several processes that start at the same time; the others report which one", async () => {
    const processes = [start(), start(), start()];
    const answers = await Promise.all(processes.map(({ answer }) => answer()));
    const holder = processes[answers.findIndex((answer) => answer.opened)];
    expect(answers.filter(({ opened }) => opened)).toHaveLength(1);
    for (const { error } of answers.filter(({ opened }) => !opened)) {
      expect(error).toMatch(new RegExp(`has been open in process ${holder?.child.pid} on ${hostname()} since 2`));
    }
    expect(await holder?.ask("select 1 as one")).toEqual({ rows: [{ one: 1 }] });
  });

  test("keeps what was committed when its process is killed, and opens again immediately", async () => {
    const first = await open();
    await first.ask("create table note (text text)");
    await first.ask("insert into note select 'kept ' || number from generate_series(1, 1000) as number");
    await kill(first.child);
    // A holder that is gone is not waited for: watching one that does not answer takes ten seconds.
    const before = performance.now();
    const record = await HolderRecord.acquire(folder);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(record).toBeInstanceOf(HolderRecord);
    if (record instanceof HolderRecord) record.release();
    const second = await open();
    expect(await second.ask("select count(*) from note")).toEqual({ rows: [{ count: 1000 }] });
  });

  test("is taken over by exactly one of several processes that find a dead owner at the same time", async () => {
    await kill((await open()).child);
    const answers = await Promise.all([start(), start(), start()].map(({ answer }) => answer()));
    expect(answers.filter(({ opened }) => opened)).toHaveLength(1);
  });

  test("serves short commands through the process that has it open", async () => {
    const server = await open();
    await server.ask("create table note (text text)");
    const command = await open("client");
    await command.ask("insert into note values ('from the command')");
    expect(await server.ask("select text from note")).toEqual({ rows: [{ text: "from the command" }] });
    await stop(command.child);
    expect(await server.ask("select count(*) from note")).toEqual({ rows: [{ count: 1 }] });
  });

  test("rolls back uncommitted writes of a command that is killed", async () => {
    const server = await open();
    await server.ask("create table note (text text)");
    const command = await open("client");
    await command.ask("begin");
    await command.ask("insert into note values ('half done')");
    await kill(command.child);
    expect(await server.ask("select count(*) from note")).toEqual({ rows: [{ count: 0 }] });
  });

  test("is opened by a short command itself if no process has it open", async () => {
    const command = await open("client");
    expect(await command.ask("select 1 as one")).toEqual({ rows: [{ one: 1 }] });
    expect(await stop(command.child)).toBe(0);
    expect((await open()).child.exitCode).toBe(null);
  });

  test("is free after a clean shutdown, and only its own user may use its socket before that", async () => {
    const database = await openDatabase(config());
    expect(statSync(join(folder, ".s.PGSQL.5432")).mode & 0o777).toBe(0o600);
    await expect(openDatabase(config())).rejects.toThrow(`has been open in process ${process.pid}`);
    await database.execute("create table note (text text)");
    await database.close();
    expect(readdirSync(folder).filter((name) => name.startsWith(".s."))).toEqual([]);
    const again = await openDatabase(config());
    expect(await again.query("select * from note")).toEqual([]);
    await again.close();
  });

  test("is taken over from an earlier start of the same container, which had the same process id", async () => {
    const holder = { pid: process.pid, hostname: hostname(), startedAt: "2026-01-01T00:00:00.000Z" };
    const record = { ...holder, socket: join(folder, ".s.PGSQL.5432") };
    writeFileSync(join(folder, "holder.4.json"), JSON.stringify(record));
    const database = await openDatabase(config());
    await database.ping();
    await database.close();
  });

  test("is taken over from another container that was killed, after telling which process is waited for", async () => {
    const holder = { pid: 1, hostname: "another-container", startedAt: "2026-01-01T00:00:00.000Z" };
    const record = { ...holder, socket: join(folder, ".s.PGSQL.5432") };
    writeFileSync(join(folder, "holder.4.json"), JSON.stringify(record));
    const waitedFor: unknown[] = [];
    const database = await openDatabase(config(), {
      onWatch: ({ pid, hostname: name }) => waitedFor.push([pid, name]),
    });
    await database.close();
    expect(waitedFor).toEqual([[1, "another-container"]]);
  });

  test("is no longer written by a process that was considered dead and wakes up", async () => {
    const database = await openDatabase(config());
    for (const name of readdirSync(folder)) if (name.startsWith("holder.")) rmSync(join(folder, name));
    await expect.poll(() => database.ping().catch(() => "refused"), { timeout: 20_000 }).toBe("refused");
    await database.close();
  });
});

interface Answer {
  readonly opened?: true;
  readonly rows?: readonly object[];
  readonly error?: string;
}

interface TestProcess {
  readonly child: ChildProcess;
  readonly answer: () => Promise<Answer>;
  readonly ask: (sql: string) => Promise<Answer>;
}

function start(mode: "server" | "client" = "server"): TestProcess {
  const child = spawn(process.execPath, [script, folder, mode], { stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value ?? '{"error":"ended"}') as Answer;
  return {
    child,
    answer,
    ask: (sql) => {
      child.stdin.write(`${sql}\n`);
      return answer();
    },
  };
}

async function open(mode?: "client"): Promise<TestProcess> {
  const opened = start(mode);
  expect(await opened.answer()).toEqual({ opened: true });
  return opened;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function stop(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit");
  child.stdin?.end();
  const [code] = (await ended) as [number | null];
  return code;
}

function config() {
  return { ...readConfig({}), PORTICO_DATABASE_POOL: 2, PORTICO_DATA_DIR: folder };
}
