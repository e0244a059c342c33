import type { Route } from "../../contract/routes/operations.js";

/** The mode that a document describes. */
export const documentKinds = ["sync", "async", "bulk"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Prefixes of the paths of each mode. */
export const prefixes: Readonly<Record<DocumentKind, string>> = { sync: "", async: "/async", bulk: "/async/bulk" };

/** Returns the path of a bulk route, whose elements contain the path parameters: `:entryId` is `byEntryId`. */
export const bulkPath = ({ segments }: Pick<Route, "segments">) =>
  `/${segments.map((segment) => (segment.startsWith(":") ? `by${capitalize(segment.slice(1))}` : segment)).join("/")}`;

/** Returns the path with its parameters in braces. */
export function pathTemplate(segments: readonly string[], parameters: readonly string[]): string {
  let at = 0;
  return `/${segments.map((segment) => (segment.startsWith(":") ? `{${parameters[at++] ?? ""}}` : segment)).join("/")}`;
}

export const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the operation id, which is that of Magento 2.4.7: the verb and the path segments without punctuation, such as
 * `PostV1ProductsSpecialprice`.
 */
export function operationId(
  { method, segments }: Pick<Route, "method" | "segments">,
  kind: DocumentKind = "sync",
): string {
  const all = [method.toLowerCase(), ...prefixes[kind].split("/"), ...segments];
  return all.map((segment) => capitalize(segment.replace(/\W/g, ""))).join("");
}
