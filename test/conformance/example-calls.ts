import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** A successful call of a test, from which an example in the API description is made. */
export interface ExampleCall {
  /** The route, as `GET /V1/path/:parameter`. */
  readonly route: string;
  /** The segments of the called path, from `V1`. */
  readonly segments: readonly string[];
  /** The body with shortened lists; undefined if there was none. */
  readonly body?: unknown;
  readonly answer: unknown;
}

/** Returns a value with only the first elements of its lists, by default two. */
export function shorten(value: unknown, most = 2): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((element) => shorten(element, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner, most)]));
}

/** Maximum characters of an example. Larger calls make bad examples. */
const maxLength = 30_000;

/** Records a call in the folder that `PORTICO_EXAMPLES` names. `scripts/record-examples.ts` sets it. */
export function recordExampleCall(call: ExampleCall): void {
  const folder = process.env["PORTICO_EXAMPLES"];
  if (folder === undefined) return;
  const { body, answer, ...rest } = call;
  const line = JSON.stringify({ ...rest, body: shorten(body), answer: shorten(answer) });
  if (line.length < maxLength) appendFileSync(join(folder, `${process.pid}.ndjson`), `${line}\n`);
}
