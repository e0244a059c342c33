import type { Capture } from "./stories.js";

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** Returns the value at a path such as `items.0.id`; `[]` takes that of each element. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined || key === "") return value;
  if (key === "[]") return Array.isArray(value) ? value.map((each) => valueAt(each, rest)) : undefined;
  return isObject(value) ? valueAt(value[key], rest) : undefined;
}

/** Returns an object without some of its keys, and any other value unchanged. */
export const without = (keys: readonly string[], value: unknown): unknown =>
  isObject(value) && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
    : value;

const withoutIds = (part: unknown): unknown => without(["entity_id", "item_id", "order_id", "parent_id"], part);

/** Returns an order as a client sends it to be created: without its ids, number, status and history. */
function orderToSend(answer: unknown): unknown {
  if (!isObject(answer)) return undefined;
  const order = without(["entity_id", "increment_id", "status", "status_histories"], answer) as Values;
  const extensions = isObject(order["extension_attributes"]) ? order["extension_attributes"] : {};
  const assignments = extensions["shipping_assignments"];
  return {
    ...order,
    items: listOf(order["items"]).map(withoutIds),
    billing_address: withoutIds(order["billing_address"]),
    payment: withoutIds(order["payment"]),
    extension_attributes: {
      ...extensions,
      shipping_assignments: listOf(assignments).map((assignment) => {
        const { shipping, items } = assignment as { shipping: Values; items: unknown };
        return {
          shipping: { ...shipping, address: withoutIds(shipping["address"]) },
          items: listOf(items).map(withoutIds),
        };
      }),
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns what a variable takes from an answer; undefined if the answer has another form. */
export function captured(answer: unknown, capture: Capture): unknown {
  if (typeof capture === "string") return valueAt(answer, capture.split("."));
  if ("order" in capture) return orderToSend(answer);
  const value = valueAt(answer, capture.number.split("."));
  return value === undefined ? undefined : Number(value);
}

/** Puts variables into a value: a text that is only `{{name}}` becomes the variable, of whatever type. */
export function filled(value: unknown, variables: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === "string") {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    if (whole !== undefined) return variables.get(whole);
    return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => textOf(variables.get(name)));
  }
  if (Array.isArray(value)) return value.map((each) => filled(each, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, variables)]));
}

export const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** The variables of a story: the values that Magento answered, and ours. */
export class Variables {
  readonly ours = new Map<string, unknown>();
  private readonly theirs = new Map<string, unknown>();
  /** Magento's values in texts, the longest first, because an id can be a part of a code. */
  private longestFirst: readonly (readonly [string, unknown])[] | undefined;

  /** Sets a variable. The elements of a list are variables too: `ids0`, `ids1`. */
  set(name: string, theirs: unknown, ours: unknown): void {
    this.theirs.set(name, theirs);
    this.ours.set(name, ours);
    this.longestFirst = undefined;
    if (!Array.isArray(theirs)) return;
    for (const [at, each] of theirs.entries()) this.set(`${name}${at}`, each, listOf(ours)[at]);
  }

  /** Returns our value of the variable that has a value of Magento's, and a value without a variable unchanged. */
  ourValueOf(theirs: unknown): unknown {
    const name = [...this.theirs].find(([, value]) => textOf(value) === textOf(theirs))?.[0];
    return name === undefined ? theirs : this.ours.get(name);
  }

  /** Whether two values stand for the same thing: the values of one variable, or texts that differ only in such values. */
  areSame(theirs: unknown, ours: unknown): boolean {
    for (const [name, value] of this.theirs) {
      if (value != null && textOf(value) === textOf(theirs) && textOf(this.ours.get(name)) === textOf(ours))
        return true;
    }
    return typeof theirs === "string" && typeof ours === "string" && this.areSameTexts(theirs, ours);
  }

  private areSameTexts(theirs: string, ours: string): boolean {
    if (theirs === ours) return true;
    this.longestFirst ??= [...this.theirs]
      .filter(([, value]) => typeof value === "number" || (typeof value === "string" && value !== ""))
      .sort(([, a], [, b]) => textOf(b).length - textOf(a).length);
    let [one, other] = [theirs, ours];
    for (const [name, value] of this.longestFirst) {
      one = one.replaceAll(textOf(value), `{${name}}`);
      other = other.replaceAll(textOf(this.ours.get(name)), `{${name}}`);
    }
    return one === other;
  }
}
