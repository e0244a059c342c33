import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The administrator that the example signs in as. Without a password, the line uses the variable PORTICO_ADMIN_PASSWORD.
 */
export interface Caller {
  readonly username: string;
  readonly password: string | undefined;
}

const product = { name: "First product", attribute_set_id: 4, type_id: "simple", price: 19.99 };

/**
 * Returns a shell command that sets a price on any database, even an empty one: it fetches a token and creates or updates a
 * product. Uses curl if it is installed, Node.js otherwise. The line of a container is for a shell outside of it.
 */
export function firstPriceLine(rest: string, caller: Caller, hasCurl = isInContainer() || isInstalled("curl")): string {
  return hasCurl ? curlLine(rest, caller) : nodeLine(rest, caller);
}

function curlLine(rest: string, { username, password }: Caller): string {
  const json = "-H 'Content-Type: application/json'";
  // The variable is outside the single quotes, so that the shell expands it.
  const secret = password === undefined ? `'"$PORTICO_ADMIN_PASSWORD"'` : quote(password);
  const credentials = `'{"username":${quote(JSON.stringify(username))},"password":"${secret}"}'`;
  const token = `$(curl -sS ${rest}integration/admin/token ${json} -d ${credentials} | tr -d '"')`;
  const body = JSON.stringify({ product });
  return `curl -sS -X PUT ${rest}products/first-product -H "Authorization: Bearer ${token}" ${json} -d '${body}'`;
}

function nodeLine(rest: string, { username, password }: Caller): string {
  const secret = password === undefined ? "process.env.PORTICO_ADMIN_PASSWORD" : JSON.stringify(password);
  const script = [
    `const send = (method, path, body, token) => fetch(${JSON.stringify(rest)} + path, { method,`,
    `headers: { "Content-Type": "application/json", Authorization: "Bearer " + token }, body: JSON.stringify(body) })`,
    `.then((answer) => answer.json());`,
    `send("POST", "integration/admin/token", { username: ${JSON.stringify(username)}, password: ${secret} })`,
    `.then((token) => send("PUT", "products/first-product", ${JSON.stringify({ product })}, token)).then(console.log)`,
  ];
  return `node -e '${quote(script.join(" "))}'`;
}

/** Escapes text for use between single quotes. */
const quote = (text: string) => text.replaceAll("'", `'\\''`);

/** Whether Docker or Podman runs the process: they put these files into containers. */
const isInContainer = (): boolean => existsSync("/.dockerenv") || existsSync("/run/.containerenv");

function isInstalled(command: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const names = process.platform === "win32" ? [`${command}.exe`] : [command];
  return folders.some((folder) => names.some((name) => isExecutable(join(folder, name))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
