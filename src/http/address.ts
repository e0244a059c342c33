/** By which door a call comes in: answered at once, or accepted to be run later, one or many at a time. */
export type Door = "sync" | "async" | "bulk";

/** What the address of a call says, read from the part of its path behind `/rest`. */
export interface Address {
  /** The store segment; undefined where there is none. */
  readonly code: string | undefined;
  readonly door: Door;
  /** The rest of the path, from `V1` on, still encoded. */
  readonly segments: readonly string[];
}

/** Takes `[/<store code>][/async[/bulk]]/V1/…` apart. A trailing slash says nothing. */
export function readAddress(path: string): Address {
  const all = path.replace(/^\/|\/$/g, "").split("/");
  const [first] = all;
  const hasCode = first !== "V1" && first !== "async";
  const [door, ...rest] = hasCode ? all.slice(1) : all;
  const code = hasCode ? first : undefined;
  if (door !== "async") return { code, door: "sync", segments: hasCode ? all.slice(1) : all };
  return rest[0] === "bulk" ? { code, door: "bulk", segments: rest.slice(1) } : { code, door: "async", segments: rest };
}

/** A bulk path has no parameters: `:entryId` becomes `byEntryId`. */
export const bulkSegments = (segments: readonly string[]): string[] =>
  segments.map((segment) =>
    segment.startsWith(":") ? `by${segment.charAt(1).toUpperCase()}${segment.slice(2)}` : segment,
  );

/** A path as it may be logged: what follows a segment that is called a token is one, and opens somebody's account. */
export const loggedPath = (path: string): string => path.replace(/(token\/)[^/]+/gi, "$1***");
