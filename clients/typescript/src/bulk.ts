import { setTimeout as pause } from "node:timers/promises";
import { call, type Portico } from "./client.js";
import type { components, paths } from "./schema.js";

type Verb = "post" | "put" | "delete";

/** The paths of writes with this verb. */
type WritePath<Method extends Verb> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<Method, { responses: unknown }>> ? Path : never;
}[keyof paths];

type OperationOf<Path extends keyof paths, Method extends Verb> =
  paths[Path] extends Readonly<Record<Method, infer Operation>> ? Operation : never;

type BodyOf<Operation> = Operation extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : unknown;

type PathParameters<Operation> = Operation extends { parameters: { path: infer Parameters } }
  ? Partial<Parameters>
  : unknown;

/** An element of a bulk: the body of the route, with its path parameters next to the arguments. */
export type BulkElement<Method extends Verb, Path extends WritePath<Method>> = BodyOf<OperationOf<Path, Method>> &
  PathParameters<OperationOf<Path, Method>>;

/** Calls of one route to queue. */
export interface NewBulk<Method extends Verb, Path extends WritePath<Method>> {
  readonly method: Method;
  /** Path of the synchronous route: `/V1/customers/{customerId}`. */
  readonly path: Path;
  readonly elements: readonly BulkElement<Method, Path>[];
  /** Repeating the call with this key within 24 hours returns the same bulk; a random key by default. */
  readonly idempotencyKey?: string;
  /** URL to which the summary is posted at the end. The settings of the service must allow its host. */
  readonly callbackUrl?: string;
}

/** Queues one call for each element, in one request. Returns the UUID of the bulk. */
export async function submitBulk<Method extends Verb, Path extends WritePath<Method>>(
  shop: Portico,
  { method, path, elements, idempotencyKey, callbackUrl }: NewBulk<Method, Path>,
): Promise<string> {
  const accepted = await call<{ readonly bulk_uuid: string }>(shop, {
    method: method.toUpperCase(),
    path: `/async/bulk${bulkPath(path)}`,
    body: elements,
    headers: {
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
      ...(callbackUrl === undefined ? {} : { "Callback-Url": callbackUrl }),
    },
  });
  return accepted.bulk_uuid;
}

/** The path of a bulk has no parameters: `{customerId}` becomes `byCustomerId`. */
const bulkPath = (path: string) =>
  path.replace(/\{(\w)(\w*)\}/g, (_, first: string, rest: string) => `by${first.toUpperCase()}${rest}`);

type BulkSummary = components["schemas"]["Bulk"];
type OperationStatus = components["schemas"]["OperationStatus"];

/** How a bulk ended. */
export interface BulkOutcome {
  readonly summary: BulkSummary;
  /** The operations that failed or were rejected, with their messages. */
  readonly failed: readonly OperationStatus[];
}

/**
 * Waits until no operation of a bulk is open or waits for a retry. Rejects when the signal aborts:
 * `AbortSignal.timeout(60_000)`.
 */
export async function waitForBulk(
  shop: Portico,
  bulkUuid: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<BulkOutcome> {
  const status = `/V1/bulk/${encodeURIComponent(bulkUuid)}/status`;
  for (;;) {
    // The service answers as soon as the bulk has finished.
    await call(shop, { path: status, query: { fields: "bulk_id" }, headers: { Prefer: "wait=30" }, signal });
    const summary = await readSummary(shop, bulkUuid, signal);
    if (summary && summary.state !== "running") {
      const isFailed = summary.failed_count + summary.rejected_count > 0;
      const { operations_list: operations } = isFailed
        ? await call<components["schemas"]["BulkStatus"]>(shop, { path: status, signal })
        : { operations_list: [] };
      return { summary, failed: operations.filter((operation) => operation.status !== 1) };
    }
    await pause(250, undefined, signal ? { signal } : {});
  }
}

async function readSummary(shop: Portico, bulkUuid: string, signal: AbortSignal | undefined) {
  const filter = "searchCriteria[filterGroups][0][filters][0]";
  const query = { [`${filter}[field]`]: "bulk_uuid", [`${filter}[value]`]: bulkUuid };
  const { items } = await call<{ readonly items: readonly BulkSummary[] }>(shop, { path: "/V1/bulks", query, signal });
  return items[0];
}
