import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { bulkSegments, prefixOf, readAddress, splitMode } from "../../src/http/address.js";
import type { DocumentKind } from "../../src/reference/openapi.js";
import { Router } from "../../src/http/router.js";
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

const writes = declaredRoutes.filter(({ queueable }) => queueable);
const router = new Router([
  ...declaredRoutes.map((route) => ({ route, method: route.method, segments: route.segments })),
  ...writes.flatMap((route) => [
    { route, method: route.method, segments: [...prefixOf.async, ...route.segments] },
    { route, method: route.method, segments: [...prefixOf.bulk, ...bulkSegments(route.segments)] },
  ]),
]);
const seen = new Set<string>();
const checks = new Map<DocumentKind, ResponseChecks>();

/** Compiled when it is first used: most tests ask at one door. */
function checksOf(kind: DocumentKind): ResponseChecks {
  const known = checks.get(kind) ?? new ResponseChecks(kind);
  checks.set(kind, known);
  return known;
}

/** The route that an exchange was about, as `GET /V1/path`, and the door that it went through. */
interface Checked {
  readonly kind: DocumentKind;
  readonly key: string;
}

/**
 * Checks an answer against the generated document of the door that it came from, and throws where it differs: a status, a
 * field or a type that is not declared. Answers undefined where the exchange is about no route.
 */
export function checked({ method, path, status, contentType, body }: Exchange): Checked | undefined {
  const [address = "", search = ""] = path.split("?", 2);
  const behindRest = /^(?:\/index\.php)?\/rest(\/.*)$/.exec(address)?.[1];
  if (behindRest === undefined) return undefined;
  const { segments } = readAddress(behindRest);
  const { mode: kind } = splitMode(segments);
  const route = router.find(method, segments)?.target.route;
  // What XML says is checked where XML is tested, and 406 is about the exchange and not about any operation.
  if (!route || !contentType?.startsWith("application/json") || status === 406) return undefined;
  const isPartial = new URLSearchParams(search).has("fields");
  const of = checksOf(kind);
  const problem = of.problem(of.operationOf(route), status, { body, isPartial });
  const key = `${route.method} ${route.path}`;
  if (problem !== undefined) throw new Error(`${key} answers ${status} otherwise than its schema says: ${problem}`);
  return { kind, key };
}

/** Checks an answer, and notes that the route was answered itself, for the check at the end of the whole run. */
export function record(exchange: Exchange): void {
  const { kind, key } = checked(exchange) ?? {};
  if (kind === "sync" && key !== undefined) note(`${exchange.status === 200 ? "success" : "failure"} ${key}`);
}

function note(line: string): void {
  const folder = process.env["PORTICO_EXERCISED"];
  if (folder === undefined || seen.has(line)) return;
  const first =
    seen.size === 0 ? declaredRoutes.map(({ method, path }) => `declared ${method} ${path}\n`).join("") : "";
  seen.add(line);
  appendFileSync(join(folder, String(process.pid)), `${first}${line}\n`);
}
