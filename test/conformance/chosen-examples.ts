import { camelCase } from "../../src/api/call/spelling.js";
import { type Route, queuesFile } from "../../src/api/contract/routes/operations.js";
import type { Example } from "../../src/api/reference/openapi/openapi-examples.js";
import { type ExampleCall, shorten } from "./example-calls.js";
import { ResponseChecks } from "./response-checks.js";

const checks = new ResponseChecks("sync");

/** Text of calls that test how bad input is handled, such as SQL, markup or paths in place of a value. */
const attack = /\b(?:drop|union|delete)\s+(?:table|select|from)\b|<\/?script|\.\.\/|%0[ad]/i;

/** Whether an answer lists the rows that failed, each with a message and its parameters. */
const showsFailures = (answer: unknown): boolean =>
  Array.isArray(answer) &&
  answer.some((row: unknown) => typeof row === "object" && row !== null && "message" in row && "parameters" in row);

/**
 * Returns the reason why an example is no good: it shows an attack or failed rows, or does not match the description of
 * its route. Undefined if it is good.
 */
export function problemOfExample(route: Route, { path, body, answer }: Example): string | undefined {
  if (attack.test(JSON.stringify([path, body, answer]))) return "shows an attack";
  if (showsFailures(answer)) return "shows rows that failed";
  if (Object.keys(body ?? {}).some((name) => camelCase(name) in route.bind)) return "sends what the token says";
  const operation = checks.operationOf(route);
  const status = queuesFile(route) ? 202 : 200;
  return (
    checks.problemOfRequest(operation, body) ?? checks.problem(operation, status, { body: answer, isPartial: false })
  );
}

/**
 * Returns the call that shows a route best, as an example: one whose body is as documented, whose answer is not empty,
 * and whose size is next to that of a paragraph. Calls that say the same apart from ids and times count as one, so the
 * choice does not depend on their order.
 */
export function bestExample(route: Route, calls: readonly ExampleCall[]): Example | undefined {
  // The second element of a list may be one that only lenient readers accept.
  return bestOf(route, calls, 2) ?? bestOf(route, calls, 1);
}

function bestOf(route: Route, calls: readonly ExampleCall[], most: number): Example | undefined {
  const texts = new Set(calls.map((call) => replaceVolatileValues(JSON.stringify(exampleOf(route, call, most)))));
  const candidates = [...texts]
    .filter((text) => /^[\x20-\x7e€\u00e4\u00f6\u00fc\u00df]*$/.test(text))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  return candidates
    .map((text) => JSON.parse(text) as Example)
    .find((example) => problemOfExample(route, example) === undefined);
}

function exampleOf({ parameters, segments: declared }: Route, call: ExampleCall, most: number): Example {
  const { segments, body, answer } = call;
  const path = Object.fromEntries(
    parameters.map((name) => [name, decodeURIComponent(segments[declared.indexOf(`:${name}`)] ?? "")]),
  );
  const sent = withoutEmptyExtensions(body);
  return {
    ...(parameters.length > 0 ? { path } : {}),
    ...(isEmptyBody(sent) ? {} : { body: shorten(sent, most) }),
    answer: shorten(answer, most),
  };
}

const isEmptyBody = (value: unknown) => value === undefined || JSON.stringify(value) === "{}";

/** Returns a body without empty extension attributes, which every shape accepts without describing them. */
function withoutEmptyExtensions(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const kept = Object.entries(body).filter(([key, value]) => key !== "extension_attributes" || !isEmptyBody(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutEmptyExtensions(value)]));
}

const bestSize = 900;

/** Returns a rank; lower is better. */
function rank(text: string): number {
  const isEmpty = /"answer":(?:\[\]|null|\{"items":\[\])/.test(text) ? 10 : 0;
  return isEmpty + Math.abs(Math.log(text.length / bestSize));
}

/** Replaces values that differ between runs: UUIDs, tokens, addresses of servers, and times around the present. */
function replaceVolatileValues(text: string): string {
  const uuids: string[] = [];
  return text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
      if (!uuids.includes(uuid)) uuids.push(uuid);
      return `5f0c1b1e-7d42-4c8a-9f63-${String(uuids.indexOf(uuid) + 1).padStart(12, "0")}`;
    })
    .replace(
      /"((?=[^"]*\d)(?=[^"]*[a-z])[A-Za-z0-9_-]{32,})"/g,
      (_, token: string) => `"${"q3v8".repeat(64).slice(0, token.length)}"`,
    )
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replace(/\d{4}-\d\d-\d\d(?:([ T])\d\d:\d\d:\d\d)?/g, (date, separator?: string) => {
      const isRecent = Math.abs(Date.parse(date.slice(0, 10)) - Date.now()) < 3 * 24 * 3_600_000;
      if (!isRecent) return date;
      return separator === undefined ? "2026-01-15" : `2026-01-15${separator}09:30:00`;
    });
}
