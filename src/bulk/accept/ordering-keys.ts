import type { Arguments } from "../../call/method-call.js";
import type { Route } from "../../contract/operations.js";

/** What an operation is about. Operations of one kind and key run in the order in which they were accepted. */
export interface Entity {
  /** The resource of the path, or what the route says: `products`. */
  readonly kind: string;
  /** The entity's own key in lower case, or `*` for every entity of the kind. */
  readonly key: string;
}

/** Every entity of a kind: such an operation runs after all earlier ones of its kind, and before all later ones. */
const wholeKind = "*";

const longestKey = 200;

/** Finds what an operation is about in its arguments; of several, or where it cannot be told, it is the whole kind. */
export function entityOf(route: Route, args: Arguments): Entity {
  const [key, ...others] = keysOf(route, args) ?? [];
  return { kind: route.kind, key: key === undefined || others.length > 0 ? wholeKind : key };
}

/** The keys of all that an operation is about or refers to, each once; undefined where that cannot be told. */
export function keysOf(route: Route, args: Arguments): readonly string[] | undefined {
  if (route.entity === undefined) return undefined;
  const mentioned = route.mentions.flatMap((path) => valuesAt(args, path.split("."))).filter((value) => value != null);
  const keys = new Set<string>();
  for (const value of [...valuesAt(args, route.entity.split(".")), ...mentioned]) {
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const key = String(value).toLowerCase();
    if (key === wholeKind || key.length > longestKey) return undefined;
    keys.add(key);
  }
  return keys.size === 0 ? undefined : [...keys];
}

/** The values at the end of a path; a list on the way stands for each of its items. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return valuesAt((value as Readonly<Record<string, unknown>> | null | undefined)?.[name], rest);
}
