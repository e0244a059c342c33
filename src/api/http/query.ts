import { decode } from "./router.js";

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
  const query: Values = {};
  if (search === "") return query;
  for (const pair of search.split("&", maxParameters)) {
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at)).trimStart();
    if (name !== "") assign(query, keysOf(name), at < 0 ? "" : decode(pair.slice(at + 1)));
  }
  return query;
}

/** Splits `a[b][]` into `a`, `b` and an empty key. Brackets that are not closed belong to the name. */
function keysOf(name: string): readonly string[] {
  const start = name.indexOf("[");
  const nested = start > 0 ? /^(?:\[[^\]]*\])+/.exec(name.slice(start))?.[0] : undefined;
  if (nested === undefined) return [name];
  return [name.slice(0, start), ...nested.slice(1, -1).split("][").slice(0, maxKeys)];
}

function assign(query: Values, keys: readonly string[], value: string): void {
  let target = query;
  for (const [depth, key] of keys.entries()) {
    const name = key === "" ? nextIndex(target) : key;
    const present = Object.hasOwn(target, name) ? target[name] : undefined;
    const isLast = depth === keys.length - 1;
    const next = isLast ? value : typeof present === "object" ? (present as Values) : {};
    // A plain assignment of `__proto__` would change the prototype.
    if (name === "__proto__") return;
    target[name] = next;
    if (!isLast) target = next as Values;
  }
}

/** Returns the key after the largest index. */
function nextIndex(target: Values): string {
  const last = Object.keys(target).findLast((key) => /^\d+$/.test(key));
  return String(last === undefined ? 0 : Number(last) + 1);
}
