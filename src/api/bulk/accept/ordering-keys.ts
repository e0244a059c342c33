import { createHash, randomUUID } from "node:crypto";
import type { Actor } from "../../auth/actor.js";
import { givenFor } from "../../call/arguments/bound-arguments.js";
import type { Arguments } from "../../call/method-call.js";
import type { Route } from "../../contract/routes/operations.js";
import type { KeySource } from "../../contract/routes/ordering.js";

/**
 * The keys of an operation, each `aggregate:key` in lower case; at least one. The operation waits for earlier open
 * operations that share a key, and for nothing else. The key `*` stands for every key of its aggregate.
 */
export type OrderingKeys = readonly [string, ...string[]];

/** A longer key is replaced by its digest, because an index entry has no room for it. */
const maxKeyLength = 200;

const everyKey = (aggregate: string) => `${aggregate}:*`;
const aggregateOf = (key: string) => key.slice(0, key.indexOf(":"));
const isEvery = (key: string) => key === everyKey(aggregateOf(key));

/**
 * Returns the ordering keys of an operation. It does no look-ups: for an argument that has to be looked up, the key is
 * the one that its binder derives from the caller. If the key of the entity that the operation changes is unknown, it
 * is `*`, unless a key of another aggregate names what a new entity belongs to, such as the order of a new invoice. An
 * operation without sources gets a key of its own.
 */
export function orderingKeysOf(route: Route, args: Arguments, actor: Actor): OrderingKeys {
  const [main, ...others] = route.keySources;
  if (!main) return [`new:${randomUUID()}`];
  const given = { route, args, actor };
  const values = valuesOf(main, given);
  const known = values.filter((value) => value != null);
  const mainKeys = known.map((value) => keyOf(main, value));
  const otherKeys = others.flatMap((source) =>
    valuesOf(source, given).flatMap((value) => (value == null ? [] : keyOf(source, value))),
  );
  const isNew = known.length === 0 && otherKeys.some((key) => aggregateOf(key) !== main.aggregate);
  const isUnknown = !isNew && (values.length === 0 || known.length < values.length);
  const keys = new Set([...(isUnknown ? [everyKey(main.aggregate)] : []), ...mainKeys, ...otherKeys]);
  const [first, ...more] = [...keys].filter((key) => isEvery(key) || !keys.has(everyKey(aggregateOf(key))));
  if (first === undefined) throw new Error(`${route.method} ${route.path} has no ordering keys`);
  return [first, ...more];
}

interface Given {
  readonly route: Route;
  readonly args: Arguments;
  readonly actor: Actor;
}

function valuesOf({ path }: KeySource, { route, args, actor }: Given): readonly unknown[] {
  if (path === undefined) return ["*"];
  const binder = route.bind[path];
  if (binder === undefined) return firstValues(args, path.split("|"));
  if (typeof binder === "function") return [binder(actor)];
  return [binder.orderingKey({ actor, given: givenFor(path, args) })];
}

/** Returns the values of the first path that has any. */
function firstValues(args: Arguments, paths: readonly string[]): readonly unknown[] {
  const found = paths.map((path) => valuesAt(args, path.split(".")));
  return found.find((values) => values.some((value) => value != null)) ?? found[0] ?? [];
}

function keyOf({ aggregate, prefix = "" }: KeySource, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return everyKey(aggregate);
  // Operations ignore white space around SKUs.
  const key = `${prefix}${String(value).trim()}`.toLowerCase();
  const short = key.length > maxKeyLength ? createHash("sha256").update(key).digest("base64url") : key;
  return `${aggregate}:${short}`;
}

/** Returns the values at the end of a path, starting at `step`. A list on the path stands for each of its items. */
function valuesAt(value: unknown, path: readonly string[], step = 0): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesAt(item, path, step));
  const name = path[step];
  if (name === undefined) return [value];
  return valuesAt((value as Readonly<Record<string, unknown>> | null | undefined)?.[name], path, step + 1);
}

/** A set of ordering keys that answers whether an operation shares one of them. */
export class OrderingKeySet {
  private readonly keys = new Set<string>();
  private readonly aggregates = new Set<string>();

  add(keys: OrderingKeys): void {
    for (const key of keys) {
      this.keys.add(key);
      this.aggregates.add(aggregateOf(key));
    }
  }

  shares(keys: OrderingKeys): boolean {
    return keys.some((key) => {
      const aggregate = aggregateOf(key);
      if (isEvery(key)) return this.aggregates.has(aggregate);
      return this.keys.has(key) || this.keys.has(everyKey(aggregate));
    });
  }
}
