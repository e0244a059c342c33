/** How a call is answered: at once, or accepted to run later, alone or as one of a list. */
export type Mode = "sync" | "async" | "bulk";

/** What the address of a call says, read from the part of its path behind `/rest`. */
export interface Address {
  /** The store segment; undefined where there is none. */
  readonly code: string | undefined;
  readonly mode: Mode;
  /** The rest of the path, from `V1` on, still encoded. */
  readonly segments: readonly string[];
}

/** Takes `[/<store code>][/async[/bulk]]/V1/…` apart. A trailing slash says nothing. */
export function readAddress(path: string): Address {
  const all = path.replace(/^\/|\/$/g, "").split("/");
  const [first] = all;
  const hasCode = first !== "V1" && first !== "async";
  const [mode, ...rest] = hasCode ? all.slice(1) : all;
  const code = hasCode ? first : undefined;
  if (mode !== "async") return { code, mode: "sync", segments: hasCode ? all.slice(1) : all };
  return rest[0] === "bulk" ? { code, mode: "bulk", segments: rest.slice(1) } : { code, mode: "async", segments: rest };
}

/** A bulk path has no parameters: `:entryId` becomes `byEntryId`. */
export const bulkSegments = (segments: readonly string[]): string[] =>
  segments.map((segment) =>
    segment.startsWith(":") ? `by${segment.charAt(1).toUpperCase()}${segment.slice(2)}` : segment,
  );

/** A path as it may be logged: what follows a segment that is called a token is one, and opens somebody's account. */
export const loggedPath = (path: string): string => path.replace(/(token\/)[^/]+/gi, "$1***");
