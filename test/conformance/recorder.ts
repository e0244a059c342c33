import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readAddress } from "../../src/webapi/address.js";
import { Router } from "../../src/webapi/router.js";
import { declaredRoutes } from "./document.js";
import { ResponseChecks } from "./response-checks.js";

/** A request that a test sent, and what came back. */
export interface Exchange {
  readonly method: string;
  /** From `/rest` on, with the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

const router = new Router(declaredRoutes);
const seen = new Set<string>();
let checks: ResponseChecks | undefined;

/**
 * Checks an answer of the synchronous door against the generated document, and throws where it differs: a status, a field
 * or a type that is not declared. Answers the route's key; undefined where the exchange is about no route.
 */
export function checked({ method, path, status, contentType, body }: Exchange): string | undefined {
  const [address = "", search = ""] = path.split("?", 2);
  const behindRest = /^(?:\/index\.php)?\/rest(\/.*)$/.exec(address)?.[1];
  if (behindRest === undefined) return undefined;
  const { door, segments } = readAddress(behindRest);
  const route = door === "sync" ? router.find(method, segments)?.route : undefined;
  // What XML says is checked where XML is tested, and 406 is about the exchange and not about any operation.
  if (!route || !contentType?.startsWith("application/json") || status === 406) return undefined;
  checks ??= new ResponseChecks();
  const isPartial = new URLSearchParams(search).has("fields");
  const problem = checks.problem(checks.operationOf(route), status, { body, isPartial });
  const key = `${route.method} ${route.path}`;
  if (problem !== undefined) throw new Error(`${key} answers ${status} otherwise than its schema says: ${problem}`);
  return key;
}

/** Checks an answer, and notes that the route was answered, for the check at the end of the whole run. */
export function record(exchange: Exchange): void {
  const key = checked(exchange);
  if (key !== undefined) note(`${exchange.status === 200 ? "success" : "failure"} ${key}`);
}

function note(line: string): void {
  const folder = process.env["PORTICO_EXERCISED"];
  if (folder === undefined || seen.has(line)) return;
  const first =
    seen.size === 0 ? declaredRoutes.map(({ method, path }) => `declared ${method} ${path}\n`).join("") : "";
  seen.add(line);
  appendFileSync(join(folder, String(process.pid)), `${first}${line}\n`);
}
