import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import {
  answerOf,
  dataFolder,
  type DataFolder,
  openFolder,
  portico,
  porticoProcess,
  serveInProcess,
  type InProcessServer,
  signIn,
} from "./portico.js";

// Some tests start processes or migrate a database, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The options that create an administrator. */
const person = (username: string, password = "horse7battery") =>
  [
    ["--admin-user", username],
    ["--admin-password", password],
    ["--admin-email", `${username}@example.com`],
    ["--admin-firstname", "Jane"],
    ["--admin-lastname", "Doe"],
  ].flat();

let folder: DataFolder;
let server: InProcessServer;
beforeAll(async () => {
  folder = await dataFolder("prepared");
  server = await serveInProcess(folder);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe("a folder without a database", () => {
  const commands = [
    ["db:status"],
    ["sampledata:deploy", "--products", "10"],
    ["config:set", "general/locale/timezone", "UTC"],
    ["admin:user:create", ...person("early")],
    ["prices:export"],
    ["queue:status"],
    ["queue:cleanup"],
    ["store:list"],
    ["media:sweep"],
    ["secrets:encrypt"],
    ["balance:verify"],
    ["events:tail"],
    ["integration:list"],
    ["db:backup", "backup.gz"],
  ];

  it.each(commands)("is named by %s, which creates nothing", async (...command) => {
    await using empty = await dataFolder();
    const { code, stderr } = await portico(empty, command);
    expect([code, stderr.trim()]).toEqual([
      1,
      `There is no database in ${empty.path}. Start the server here, set PORTICO_DATA_DIR or DATABASE_URL.`,
    ]);
    expect(readdirSync(empty.path)).toEqual([]);
  });

  it("stays empty if the file of db:restore is no backup, and if queue:consumers:start needs a server", async () => {
    await using empty = await dataFolder();
    const file = fileURLToPath(import.meta.url);
    const restored = await portico(empty, ["db:restore", file]);
    expect([restored.code, restored.stderr]).toEqual([1, `${file} is not a Portico backup, or is damaged.\n`]);
    const consumer = await portico(empty, ["queue:consumers:start", "async.operations.all"]);
    expect([consumer.code, consumer.stderr]).toEqual([
      1,
      expect.stringContaining("the server, which also runs queued operations"),
    ]);
    expect(readdirSync(empty.path)).toEqual([]);
  });

  it("that cannot be written is named by a server, with what to do", async () => {
    await using empty = await dataFolder();
    // Below a file, so that the superuser cannot create it either.
    const PORTICO_DATA_DIR = join(fileURLToPath(import.meta.url), "var");
    const { code, stderr } = await portico(empty, ["serve"], { PORTICO_DATA_DIR, PORT: "0" });
    expect([code, stderr]).toEqual([
      1,
      `The database in ${PORTICO_DATA_DIR} cannot be opened or created (ENOTDIR). Set PORTICO_DATA_DIR to a folder that the user ` +
        "of this process can write to, or set DATABASE_URL.\n",
    ]);
  });

  it("is not filled by commands if its database has no tables yet", async () => {
    await using empty = await openFolder("empty");
    const { code, stderr } = await portico(empty, ["admin:user:create", ...person("early")]);
    expect([code, stderr.trim()]).toEqual([
      1,
      "The database is empty. Start the server, or run `bin/portico db:migrate`.",
    ]);
  });
});

const { commands: everyCommand } = await createProgram(false);

describe("the command line", () => {
  it("lists its commands in its help", async () => {
    const { code, stdout } = await porticoProcess(folder, ["--help"]);
    expect(code).toBe(0);
    const commands = ["serve", "db:migrate", "db:status", "admin:user:create", "sampledata:deploy", "config:show"];
    for (const command of commands) expect(stdout).toContain(command);
  });

  it("exits with 2 and one line for an unknown command or a wrong option", async () => {
    expect(await porticoProcess(folder, ["db:migrat"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("Did you mean db:migrate?") as string,
    });
    const { code, stderr } = await portico(folder, ["sampledata:deploy", "--products", "-5", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toEqual({ error: expect.stringContaining("whole number of at least 1") as string });
  });

  it("names an invalid setting in every command", async () => {
    for (const args of [["serve"], ["db:status"], ["config:show"]]) {
      const { code, stdout, stderr } = await portico(folder, args, { PORT: "eighty" });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^Invalid settings:\n {2}PORT: .+\n$/);
    }
  });

  it("names the values that an invalid setting accepts", async () => {
    const settings = {
      PORT: "70000",
      PORTICO_EDITION: "enterprise",
      PORTICO_CONSUMER: "maybe",
      PORTICO_ADMIN_TOKEN_HOURS: "long",
      PORTICO_ADMIN_PASSWORD: "onlyletters",
    };
    const { stderr } = await portico(folder, ["config:show"], settings);
    expect(stderr.trim().split("\n").slice(1)).toEqual([
      "  PORT: must be a whole number from 0 to 65535",
      "  PORTICO_CONSUMER: must be on or off",
      "  PORTICO_EDITION: must be open-source or commerce",
      "  PORTICO_ADMIN_TOKEN_HOURS: must be a number of hours from 0 to 87600",
      "  PORTICO_ADMIN_PASSWORD: must have at least 7 characters, including letters and digits",
    ]);
  });

  it.each(everyCommand.map((command) => [command.name(), command] as const))(
    "shows an example and --json in the help of %s, and leaves the line width to the terminal",
    (_, command) => {
      let help = "";
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toMatch(/\nExamples?:\n {2}.*bin\/portico /);
      expect(help).toContain("--json");
      expect(command.description()).not.toContain("\n");
    },
  );

  it("exits silently when the reader closes the pipe", () => {
    const command = fileURLToPath(new URL("../../bin/portico", import.meta.url));
    const said = execFileSync("sh", ["-c", `'${process.execPath}' '${command}' schema:export 2>&1 | head -n 1`]);
    expect(said.toString()).toBe("{\n");
    const errors = execFileSync("sh", ["-c", `{ '${process.execPath}' '${command}' schema:export | true; } 2>&1`]);
    expect(errors.toString()).toBe("");
  });

  it("shows the stack of a failure only with LOG_LEVEL=debug", async () => {
    const settings = { DATABASE_URL: "postgresql://127.0.0.1:1/nowhere" };
    const quiet = await portico(folder, ["db:status"], settings);
    expect(quiet.code).toBe(1);
    expect(quiet.stderr.trim().split("\n")).toHaveLength(1);
    expect(quiet.stderr).toMatch(/^PostgreSQL cannot be reached at DATABASE_URL: .*ECONNREFUSED/);
    const loud = await portico(folder, ["db:status"], { ...settings, LOG_LEVEL: "debug" });
    expect(loud.stderr).toMatch(/\n\s+at /);
  });
});

describe("config:show", () => {
  it("shows the current settings without their secrets", async () => {
    const settings = {
      PORT: "9000",
      DATABASE_URL: "postgresql://portico:zebra-crossing@db.example.com/shop",
      AMQP_URL: "amqp://portico:zebra@crossing@broker.example.com/?password=zebra-crossing&heartbeat=5",
      PORTICO_ADMIN_PASSWORD: "horse7battery",
    };
    const shown = await answerOf(folder, ["config:show"], settings);
    expect(shown).toMatchObject({
      PORT: 9000,
      PORTICO_EDITION: "open-source",
      PORTICO_CONSUMER: true,
      PORTICO_BASE_URL: null,
      AMQP_URL: "amqp://portico:***@broker.example.com/?password=***&heartbeat=5",
      DATABASE_URL: "postgresql://portico:***@db.example.com/shop",
      PORTICO_ADMIN_PASSWORD: "***",
    });
    const { stdout } = await portico(folder, ["config:show"], settings);
    expect(stdout).toMatch(/^PORT +9000 /m);
    expect(stdout).toMatch(/^PORTICO_CONSUMER +on /m);
    expect(stdout).toMatch(/^PORTICO_CORS_ORIGINS +- /m);
    expect(stdout).not.toMatch(/zebra|crossing|horse7battery/);
  });
});

describe("db:migrate and db:status", () => {
  it("prepare a new database and show that it is ready", async () => {
    await using empty = await openFolder("empty");
    const before = await portico(empty, ["db:status", "--json"]);
    expect(before.code).toBe(1);
    expect(JSON.parse(before.stdout)).toMatchObject({ database: "embedded", ready: false });
    for (const command of ["queue:status", "queue:cleanup", "media:sweep", "integration:list"]) {
      const { code, stderr } = await portico(empty, [command]);
      expect([code, stderr]).toEqual([1, "The database is not up to date: run `bin/portico db:migrate`.\n"]);
    }
    const { applied } = await answerOf<{ applied: string[] }>(empty, ["db:migrate"]);
    expect(applied[0]).toBe("0001_initial");
    const after = await answerOf<{ migrations: { name: string; state: string }[] }>(empty, ["db:status"]);
    expect(after).toMatchObject({ ready: true });
    expect(after.migrations.map(({ name, state }) => ({ name, state }))).toEqual(
      applied.map((name) => ({ name, state: "applied" })),
    );
    expect(await answerOf(empty, ["db:migrate"])).toEqual({ database: "embedded", applied: [] });
  });
});

describe("admin:user:create", () => {
  it("creates an administrator who can sign in at a server that starts later", async () => {
    await using stopped = await dataFolder("prepared");
    expect(await answerOf(stopped, ["admin:user:create", ...person("jane")])).toMatchObject({ username: "jane" });
    await using later = await serveInProcess(stopped);
    expect(later.firstAdmin).toBeNull();
    expect(await signIn(later.rest, "jane", "horse7battery")).toMatch(/^[a-z0-9]{32}$/);
  });

  it("creates an administrator through the running server", async () => {
    expect(await signIn(server.rest, "jane", "horse7battery")).toBe(401);
    const { code, stdout } = await portico(folder, ["admin:user:create", ...person("jane")]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("jane") as string });
    expect(await signIn(server.rest, "jane", "horse7battery")).toMatch(/^[a-z0-9]{32}$/);
  });

  it("unlocks an existing administrator and rejects an unknown one", async () => {
    await answerOf(folder, ["admin:user:create", ...person("joan")]);
    expect(await answerOf(folder, ["admin:user:unlock", "Joan"])).toEqual({ username: "Joan", unlocked: false });
    const misspelt = await portico(folder, ["admin:user:unlock", "joann"]);
    expect(misspelt).toMatchObject({ code: 1, stderr: "The administrator joann does not exist.\n" });
  });

  it("reports broken rules in one line and creates nothing", async () => {
    const { code, stderr } = await portico(folder, ["admin:user:create", ...person("june", "short")]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "Your password must be at least 7 characters. " +
        "Your password must include both numeric and alphabetic characters.\n",
    );
    await answerOf(folder, ["admin:user:create", ...person("june")]);
    const again = await portico(folder, ["admin:user:create", ...person("june")]);
    expect(again).toMatchObject({ code: 1, stderr: "A user with the same user name or email already exists.\n" });
  });

  it("rejects a role that does not exist", async () => {
    const args = ["admin:user:create", ...person("jill"), "--admin-role", "Nobody"];
    const { code, stderr } = await portico(folder, args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The role "Nobody" does not exist.\n' });
  });
});
