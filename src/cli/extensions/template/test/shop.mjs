// Starts Portico with this extension and an embedded database of its own.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "..");
const portico = join(dirname(createRequire(import.meta.url).resolve("portico/package.json")), "bin/portico");
/** The first administrator, whom the server creates. */
const administrator = { PORTICO_ADMIN_USER: "admin", PORTICO_ADMIN_PASSWORD: randomBytes(12).toString("hex") + "aA1" };

export async function startShop() {
  const folder = mkdtempSync(join(tmpdir(), "{{name}}-"));
  const env = {
    ...process.env,
    ...administrator,
    PORT: "0",
    PORTICO_DATA_DIR: folder,
    PORTICO_EMBEDDED_DURABILITY: "relaxed",
    PORTICO_EXTENSIONS: root,
    LOG_LEVEL: "warn",
  };
  const server = spawn(process.execPath, [portico, "serve", "--json"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "close");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { call: await connect(server, ended), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the server has started. Returns the function that calls its routes as the first administrator. */
async function connect(server, ended) {
  const started = once(createInterface({ input: server.stdout }), "line");
  const line = await Promise.race([started, ended.then(() => undefined)]);
  if (!line) throw new Error("Portico did not start; see above.");
  const { rest } = JSON.parse(line[0]);
  const base = rest.replace(/\/V1\/$/, "");
  let token;
  const call = async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      headers: { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  };
  const { PORTICO_ADMIN_USER: username, PORTICO_ADMIN_PASSWORD: password } = administrator;
  token = await call("POST", "/V1/integration/admin/token", { username, password });
  return call;
}
