import type { Config } from "../../config.js";

/** The mode of a call: answered at once, or queued, alone or as part of a bulk. */
export type Mode = "sync" | "async" | "bulk";

/** The parts of the path after `/rest`. */
export interface Address {
  /** The store segment, if there is one. */
  readonly code: string | undefined;
  /** The rest of the path, from `V1`, `async` or `schema`, still encoded. */
  readonly segments: readonly string[];
}

/** Splits `[/<store code>]/…`. Slashes at both ends are ignored. */
export function readAddress(path: string): Address {
  const segments = trimSlashes(path).split("/");
  const [first] = segments;
  const isDocument = segments.length === 1 && (first === "schema" || first === "events-schema");
  const hasCode = !isVersion(first) && first !== "async" && !isDocument;
  return { code: hasCode ? first : undefined, segments: hasCode ? segments.slice(1) : segments };
}

function trimSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (start < end && path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}

/** Whether a segment stands for a version, of which only `V1` has routes. */
export const isVersion = (segment: string | undefined): boolean => segment !== undefined && /^V\d/.test(segment);

/** The path segments before the routes of a mode. */
export const prefixOf: Readonly<Record<Mode, readonly string[]>> = {
  sync: [],
  async: ["async"],
  bulk: ["async", "bulk"],
};

const modeOf = ([first, second]: readonly string[]): Mode =>
  first !== "async" ? "sync" : second === "bulk" ? "bulk" : "async";

/** Splits the prefix of the mode from the path segments. */
export function splitMode(segments: readonly string[]): { readonly mode: Mode; readonly rest: readonly string[] } {
  const mode = modeOf(segments);
  return { mode, rest: segments.slice(prefixOf[mode].length) };
}

/** Returns the segments of a bulk path, which has no parameters: `:entryId` becomes `byEntryId`. */
export const bulkSegments = (segments: readonly string[]): string[] =>
  segments.map((segment) =>
    segment.startsWith(":") ? `by${segment.charAt(1).toUpperCase()}${segment.slice(2)}` : segment,
  );

/** Hides secrets in a path from the log: the segment after one that ends in `token` gives access to an account. */
export const loggedPath = (path: string): string => path.replace(/(token\/)[^/]+/gi, "$1***");

/** Returns the public base URL of the service, with a trailing slash. */
export function serviceUrl({ PORTICO_BASE_URL, HOST, PORT }: Config): string {
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  return (PORTICO_BASE_URL ?? `http://${host}:${PORT}`).replace(/\/?$/, "/");
}
