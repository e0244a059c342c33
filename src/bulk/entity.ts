import type { Arguments } from "../webapi/invoke.js";
import type { Route } from "../webapi/operations.js";

/** What an operation is about. Operations of one kind and key run in the order in which they were accepted. */
export interface Entity {
  /** The resource of the path: `products`. */
  readonly kind: string;
  /** The entity's own key in lower case, or `*` for every entity of the kind. */
  readonly key: string;
}

/** Every entity of a kind: such an operation runs after all earlier ones of its kind, and before all later ones. */
export const wholeKind = "*";

const longestKey = 200;

/** Finds what an operation is about in its arguments; where that cannot be told, it is the whole kind. */
export function entityOf(route: Route, args: Arguments): Entity {
  const kind = route.segments[1] ?? "";
  const value = route.entity === undefined ? undefined : valueAt(args, route.entity);
  if (typeof value !== "string" && typeof value !== "number") return { kind, key: wholeKind };
  const key = String(value).toLowerCase();
  return { kind, key: key === wholeKind || key.length > longestKey ? wholeKind : key };
}

const valueAt = (args: Arguments, target: string): unknown =>
  target
    .split(".")
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], args);
