import { decode } from "./router.js";
import type { Route } from "../contract/routes/operations.js";
import type { Router } from "./router.js";

/** Maximum parameters of a query string; the others are ignored. It leaves room for long lists of filters. */
const maxParameters = 10_000;

/** Maximum keys of a name, which leaves room for nested search criteria. */
const maxKeys = 8;

type Values = Record<string, unknown>;

/**
 * Parses a query string with nested names, `a[b][c]=1`, as PHP does: the last value of a repeated name counts, `a[]`
 * appends, and blanks before a name are ignored.
 */
export function parseQuery(search: string): Readonly<Record<string, unknown>> {
  if (search === "") return {};
  const query = new ParsedQuery();
  for (const pair of search.split("&", maxParameters)) {
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at)).trimStart();
    if (name !== "") query.assign(keysOf(name), at < 0 ? "" : decode(pair.slice(at + 1)));
  }
  return query.values;
}

/** Splits `a[b][]` into `a`, `b` and an empty key. Brackets that are not closed belong to the name. */
function keysOf(name: string): readonly string[] {
  const start = name.indexOf("[");
  const nested = start > 0 ? /^(?:\[[^\]]*\])+/.exec(name.slice(start))?.[0] : undefined;
  if (nested === undefined) return [name];
  return [name.slice(0, start), ...nested.slice(1, -1).split("][").slice(0, maxKeys)];
}

class ParsedQuery {
  readonly values: Values = {};
  /** The key after the largest index of each list, so that appending takes the same time however long it is. */
  private readonly nextIndexes = new Map<Values, number>();

  assign(keys: readonly string[], value: string): void {
    let target = this.values;
    for (const [depth, key] of keys.entries()) {
      const name = key === "" ? String(this.nextIndexes.get(target) ?? 0) : key;
      const present = Object.hasOwn(target, name) ? target[name] : undefined;
      const isLast = depth === keys.length - 1;
      const next = isLast ? value : typeof present === "object" ? (present as Values) : {};
      // A plain assignment of `__proto__` would change the prototype.
      if (name === "__proto__") return;
      target[name] = next;
      this.noteIndex(target, name);
      if (!isLast) target = next as Values;
    }
  }

  private noteIndex(target: Values, name: string): void {
    if (!/^\d+$/.test(name)) return;
    this.nextIndexes.set(target, Math.max(this.nextIndexes.get(target) ?? 0, Number(name) + 1));
  }
}

/** A route with the parts of an address. */
export interface FoundRoute {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly query: ReturnType<typeof parseQuery>;
}

/** Returns the route of a call in this process, such as `GET` and `/V1/products/cup?fields=name`; undefined if there is none. */
export function findRoute(router: Router<Route>, method: string, address: string): FoundRoute | undefined {
  const [path = "", search = ""] = address.split("?", 2);
  const segments = path.split("/").filter((segment) => segment !== "");
  const match = router.find(method, segments);
  return match && { route: match.target, path: match.parameters, query: parseQuery(search) };
}
