import { once } from "node:events";
import { request } from "node:http";
import { execFile, execFileSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { firstPriceLine } from "../../src/cli/prices/first-price.js";
import { startSmtpServer } from "../platform/mail/smtp-server.js";
import { eventually } from "../support/bulk.js";
import {
  answerOf,
  dataFolder,
  type DataFolder,
  porticoProcess,
  serve,
  serveWithText,
  serveInProcess,
  type ServerProcess,
  signIn,
} from "./portico.js";

// Most tests start processes, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ready = /^ +REST +(http:.+)$/;
const pasted = /^(curl|node) /;

/** Starts a request whose body the server is waiting for. */
async function requestInFlight(rest: string) {
  const sent = request(`${rest}integration/admin/token`, {
    method: "POST",
    // The server sends this after it has read the headers.
    headers: { "Content-Type": "application/json", Expect: "100-continue" },
  });
  sent.flushHeaders();
  await once(sent, "continue");
  sent.on("error", () => undefined);
  return {
    finish: async (body: unknown) => {
      const answered = once(sent, "response") as Promise<[IncomingMessage]>;
      sent.end(JSON.stringify(body));
      const [response] = await answered;
      return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown };
    },
  };
}

describe("serve", () => {
  it("prints its addresses, a password and a command that sets a price when it starts on an empty folder", async () => {
    await using folder = await dataFolder();
    await using server = await serveWithText(folder, pasted);
    const said = server.lines.join("\n");
    expect(said).toContain(`Opening the database in ${folder.path}`);
    expect(said).toMatch(/GraphQL +http:.+\/graphql/);
    expect(said).toMatch(/Reference +http:.+\/swagger/);
    expect(said).toMatch(/Start here +http:[^ ]+:\d+\//);
    expect(said).toMatch(/Console +http:.+\/console/);
    expect(said).toMatch(/Password: \w{20} /);
    // The pages are files next to the compiled modules.
    const reference = /Reference +(\S+)/.exec(said)?.[1];
    for (const path of ["/", "/reference/landing.css", "/swagger", "/reference/swagger.js"]) {
      expect([path, (await fetch(new URL(path, reference))).status]).toEqual([path, 200]);
    }
    const answer: unknown = JSON.parse(execFileSync("sh", ["-c", server.line], { encoding: "utf8" }));
    expect(answer).toMatchObject({ sku: "first-product", price: 19.99 });
  });

  it("sends emails to customers over SMTP", async () => {
    await using smtp = await startSmtpServer();
    await using folder = await dataFolder("prepared");
    const settings = {
      PORTICO_MAIL_TRANSPORT: "smtp",
      PORTICO_SMTP_URL: smtp.url,
      PORTICO_MAIL_FROM: "Shop <shop@example.com>",
    };
    await using server = await serveInProcess(folder, settings);
    const customer = { email: "jane@example.com", firstname: "Jane", lastname: "Doe" };
    const created = await fetch(`${server.rest}customers`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ customer, password: "Secret12" }),
    });
    expect(created.status).toBe(200);
    await eventually(() => smtp.received.map(({ to }) => to)).toEqual([["jane@example.com"]]);
    expect(smtp.received[0]?.data).toContain("Subject: Welcome to ");
  });

  it("creates the administrator of the settings without ever showing the password", async () => {
    await using folder = await dataFolder("prepared");
    const settings = { PORTICO_ADMIN_USER: "The Boss", PORTICO_ADMIN_PASSWORD: "horse7battery" };
    for (const isFirst of [true, false]) {
      await using server = await serveWithText(folder, pasted, settings);
      const said = server.lines.join("\n");
      expect(said.includes("Created administrator The Boss.")).toBe(isFirst);
      expect(said).not.toContain("horse7battery");
      const rest = ready.exec(await server.wait(ready))?.[1] ?? "";
      expect(await signIn(rest, "the boss", "horse7battery")).toMatch(/^[a-z0-9]{32}$/);
      const env = { ...process.env, ...settings };
      const answer: unknown = JSON.parse(execFileSync("sh", ["-c", server.line], { encoding: "utf8", env }));
      expect(answer).toMatchObject({ sku: "first-product", price: 19.99 });
      server.signal("SIGTERM");
      expect(await server.ended).toBe(0);
    }
  });

  it("prints a command that works without curl", async () => {
    await using folder = await dataFolder("prepared");
    await using server = await serveInProcess(folder);
    const { username, generatedPassword } = server.firstAdmin ?? { username: "" };
    const line = firstPriceLine(server.rest, { username, password: generatedPassword }, false);
    // Not synchronously: the server is in this process.
    const { stdout } = await promisify(execFile)("sh", ["-c", line]);
    expect(stdout).toMatch(/sku: 'first-product'/);
  });

  it("finishes the request in flight after SIGTERM, accepts no new one, and exits with 0", async () => {
    await using folder = await dataFolder("prepared");
    await using server = await serveWithText(folder, pasted, { PORTICO_ADMIN_PASSWORD: "horse7battery" });
    const rest = ready.exec(await server.wait(ready))?.[1] ?? "";
    const inFlight = await requestInFlight(rest);
    server.signal("SIGTERM");
    await server.wait(/^Stopping/);
    await expect(fetch(`${rest}store/storeViews`)).rejects.toThrow();
    const answer = await inFlight.finish({ username: "admin", password: "horse7battery" });
    expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^[a-z0-9]{32}$/) as string });
    expect(await server.ended).toBe(0);
    expect(server.lines.at(-1)).toBe("Stopped.");
  });

  it("exits immediately after a second signal", async () => {
    await using folder = await dataFolder("prepared");
    await using server = await serveWithText(folder, ready);
    await requestInFlight(ready.exec(server.line)?.[1] ?? "");
    server.signal("SIGINT");
    await server.wait(/^Stopping/);
    server.signal("SIGINT");
    expect(await server.ended).toBe(130);
    // Nothing was lost, and the folder is unlocked.
    expect(await answerOf(folder, ["db:status"])).toMatchObject({ ready: true });
  });
});

describe("a running server", () => {
  let folder: DataFolder;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await dataFolder("prepared");
    server = await serve(folder, { PORTICO_PRCE_SCOPE: "website" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it("has logged a warning for an unknown setting", async () => {
    await eventually(() => server.output()).toContain('"variable":"PORTICO_PRCE_SCOPE"');
  });

  it("prevents a second server on its folder, which reports the process of the first", async () => {
    const second = await porticoProcess(folder, ["serve"], { PORT: "0" });
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`has been open in process ${server.pid} on `);
    expect((await fetch(`${server.rest}store/storeViews`)).status).toBe(401);
  });

  it("prevents a second server on its port, which fails before it generates a password", async () => {
    await using other = await dataFolder("prepared");
    const { port } = new URL(server.rest);
    const { code, stderr } = await porticoProcess(other, ["serve"], { PORT: port });
    expect(code).toBe(1);
    expect(stderr.trim()).toMatch(
      new RegExp(`^The server cannot listen on HOST=127.0.0.1, PORT=${port}: .*EADDRINUSE.*$`),
    );
    await using later = await serveInProcess(other);
    expect(later.firstAdmin).toEqual({
      username: "admin",
      generatedPassword: expect.stringMatching(/^\w{20}$/) as string,
    });
  });
});
