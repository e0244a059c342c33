import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { bulkSegments, prefixOf, readAddress, splitMode } from "../../src/api/http/address.js";
import type { DocumentKind } from "../../src/api/reference/openapi/openapi-paths.js";
import { type Route, queuesFile } from "../../src/api/contract/routes/operations.js";
import { Router } from "../../src/api/http/router.js";
import { declaredRoutes } from "./document.js";
import { recordExampleCall } from "./example-calls.js";
import { alwaysInRest, alwaysPresent } from "../../src/api/contract/shape.js";
import { absentField } from "./present-fields.js";
import { ResponseChecks } from "./response-checks.js";

/** A request of a test, and its answer. */
export interface Exchange {
  readonly method: string;
  /** The path from `/rest`, with the query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
  /** The body of the request as it was sent. */
  readonly sent?: unknown;
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

/** Compiled on first use, because most tests use one mode. */
function checksOf(kind: DocumentKind): ResponseChecks {
  const known = checks.get(kind) ?? new ResponseChecks(kind);
  checks.set(kind, known);
  return known;
}

/** The route of an exchange, as `GET /V1/path`, and its mode. */
interface Checked {
  readonly kind: DocumentKind;
  readonly key: string;
  /** The segments of the path from `V1`. */
  readonly segments: readonly string[];
  readonly isPartial: boolean;
  readonly route: Route;
}

/** Reads that lack fields that GraphQL always has, as in Magento: a country may have no name. */
const mayLackFields = /^GET \/V1\/directory\/countries(?:\/:countryId)?$/;

/**
 * Checks an answer against the generated document of its mode, and throws for an undeclared status, field or type.
 * Returns undefined if the exchange does not belong to a route.
 */
export function checkExchange({ method, path, status, contentType, body }: Exchange): Checked | undefined {
  const [address = "", search = ""] = path.split("?", 2);
  const pathAfterRest = /^(?:\/index\.php)?\/rest(\/.*)$/.exec(address)?.[1];
  if (pathAfterRest === undefined) return undefined;
  const { segments } = readAddress(pathAfterRest);
  const { mode: kind } = splitMode(segments);
  const route = router.find(method, segments)?.target.route;
  // XML has separate tests, and 406 does not depend on the operation.
  if (!route || !contentType?.startsWith("application/json") || status === 406) return undefined;
  const query = new URLSearchParams(search);
  // A list of fields selects nothing, whatever the operation returns.
  if (query.has("fields[]")) return undefined;
  const isPartial = query.has("fields");
  const of = checksOf(kind);
  const problem = of.problem(of.operationOf(route), status, { body, isPartial });
  const key = `${route.method} ${route.path}`;
  const isWhole = kind === "sync" && status === 200 && !isPartial;
  const always = method === "GET" && !mayLackFields.test(key) ? alwaysPresent : alwaysInRest;
  const absent = isWhole ? absentField(route.operation.field.type, body, always) : undefined;
  if (absent !== undefined) throw new Error(`${key} answers without ${absent}, which GraphQL has as non-null`);
  if (problem !== undefined) throw new Error(`${key} answers ${status} otherwise than its schema says: ${problem}`);
  return { kind, key, segments, isPartial, route };
}

/** Checks an answer, and records that the route has answered for the check at the end of the run. */
export function record(exchange: Exchange): void {
  const found = checkExchange(exchange);
  if (found?.kind !== "sync") return;
  const { key, segments, isPartial, route } = found;
  note(`${exchange.status === 200 ? "success" : "failure"} ${key}`);
  if (isPartial || exchange.status !== (queuesFile(route) ? 202 : 200)) return;
  const body = parsedBody(exchange.sent);
  recordExampleCall({ route: key, segments, ...(body === undefined ? {} : { body }), answer: exchange.body });
}

/** Returns a JSON body; undefined for any other body. */
function parsedBody(sent: unknown): unknown {
  try {
    return typeof sent === "string" ? JSON.parse(sent) : undefined;
  } catch {
    return undefined;
  }
}

function note(line: string): void {
  const folder = process.env["PORTICO_EXERCISED"];
  if (folder === undefined || seen.has(line)) return;
  const first =
    seen.size === 0 ? declaredRoutes.map(({ method, path }) => `declared ${method} ${path}\n`).join("") : "";
  seen.add(line);
  appendFileSync(join(folder, String(process.pid)), `${first}${line}\n`);
}
