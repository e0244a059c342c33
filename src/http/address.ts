/** How a call is answered: at once, or accepted to run later, alone or as one of a list. */
export type Mode = "sync" | "async" | "bulk";

/** The parts of a call's address, behind `/rest`. */
export interface Address {
  /** The store segment; undefined where there is none. */
  readonly code: string | undefined;
  /** The rest of the path, from `V1`, `async` or `schema` on, still encoded. */
  readonly segments: readonly string[];
}

/** Splits `[/<store code>]/…`. A trailing slash has no meaning. */
export function readAddress(path: string): Address {
  const segments = path.replace(/^\/|\/$/g, "").split("/");
  const [first] = segments;
  const hasCode = first !== "V1" && first !== "async" && !(first === "schema" && segments.length === 1);
  return hasCode ? { code: first, segments: segments.slice(1) } : { code: undefined, segments };
}

/** The segments in front of the paths of a mode. */
export const prefixOf: Readonly<Record<Mode, readonly string[]>> = {
  sync: [],
  async: ["async"],
  bulk: ["async", "bulk"],
};

/** Splits the prefix of the mode from the segments of a path. */
export function splitMode(segments: readonly string[]): { readonly mode: Mode; readonly rest: readonly string[] } {
  if (segments[0] !== "async") return { mode: "sync", rest: segments };
  const mode = segments[1] === "bulk" ? "bulk" : "async";
  return { mode, rest: segments.slice(prefixOf[mode].length) };
}

/** A bulk path has no parameters: `:entryId` becomes `byEntryId`. */
export const bulkSegments = (segments: readonly string[]): string[] =>
  segments.map((segment) =>
    segment.startsWith(":") ? `by${segment.charAt(1).toUpperCase()}${segment.slice(2)}` : segment,
  );

/** Hides secrets of a path from the log: the segment after one that ends in `token` opens somebody's account. */
export const loggedPath = (path: string): string => path.replace(/(token\/)[^/]+/gi, "$1***");
