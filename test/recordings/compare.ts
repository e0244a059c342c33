import { type Variables, without } from "./variables.js";

/** A place where our answer differs from the recorded one. */
export interface Difference {
  readonly at: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

/** Keys of values that each installation counts for itself, of which only the type is compared. */
const countedKeys =
  /(?:^|_)ids?$|^(?:value_index|masked_id|option_value|path|bulk_uuid|protect_code|remote_ip|x_forwarded_for|file|default_billing|default_shipping)$/;

/** Ids that a new installation has already, or that a call names. */
const fixedIds = new Set([
  ...["store_id", "website_id", "website_ids", "stock_id", "root_category_id", "default_group_id", "default_store_id"],
  ...["attribute_set_id", "entity_type_id", "group_id", "customer_group_id", "tax_class_id", "country_id", "region_id"],
  "type_id",
]);

const date = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const token = /^(?:eyJ[\w.-]{80,}|[a-z0-9]{32})$/i;
const digits = /^\d+$/;
const closeInTime = 36 * 3600_000;

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

const nameOf = (element: unknown): unknown => {
  if (typeof element !== "object" || element === null) return undefined;
  const { attribute_code, code, sku, label, method_code, title } = element as Readonly<Record<string, unknown>>;
  return attribute_code ?? code ?? sku ?? label ?? method_code ?? title;
};

/** Returns the elements by their names; undefined if not each has one of its own. */
function byName(elements: readonly unknown[]): ReadonlyMap<unknown, unknown> | undefined {
  const named = new Map(elements.map((element) => [nameOf(element), element]));
  return named.size === elements.length && !named.has(undefined) ? named : undefined;
}

const notIn = (others: readonly unknown[]) => (each: unknown) => !others.includes(each);

export interface Comparison {
  readonly variables: Variables;
  readonly recordedAt: Date;
  readonly ignore: readonly string[];
}

/** Compares our answers with recorded ones: by type for ids, tokens and dates of the same day, and exactly for all others. */
class Comparer {
  readonly found: Difference[] = [];
  private readonly ignored: readonly (string | RegExp)[];

  constructor(private readonly comparison: Comparison) {
    this.ignored = comparison.ignore.map((text) => {
      const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(text) ?? [];
      return source === undefined ? text : new RegExp(source, flags);
    });
  }

  compare(at: string, theirs: unknown, ours: unknown): void {
    if (this.isIgnored(at) || this.comparison.variables.areSame(theirs, ours)) return;
    // A recording leaves out long texts.
    if (typeof theirs === "object" && theirs !== null && "$long" in theirs) return;
    if (typeOf(theirs) !== typeOf(ours)) this.note(at, theirs, ours);
    else if (Array.isArray(theirs)) this.compareLists(at, theirs, ours as readonly unknown[]);
    else if (typeof theirs === "object" && theirs !== null) this.compareObjects(at, theirs, ours as object);
    else if (!this.isAlike(at, theirs, ours)) this.note(at, theirs, ours);
  }

  private note(at: string, theirs: unknown, ours: unknown): void {
    this.found.push({ at, theirs, ours });
  }

  private isIgnored(at: string): boolean {
    const key = lastKey(at);
    return this.ignored.some((each) =>
      typeof each === "string"
        ? at === each || key === each || at.startsWith(`${each}.`) || at.startsWith(`${each}[`)
        : each.test(at),
    );
  }

  private compareLists(at: string, theirs: readonly unknown[], ours: readonly unknown[]): void {
    const [named, oursNamed] = [byName(theirs), byName(ours)];
    if (theirs.length !== ours.length) {
      const [names, oursNames] = [named, oursNamed].map((by) => by && [...by.keys()]);
      if (!names || !oursNames) this.note(`${at}.length`, theirs.length, ours.length);
      else this.note(`${at}.members`, names.filter(notIn(oursNames)), oursNames.filter(notIn(names)));
      return;
    }
    if (theirs.length < 2 || !named || !oursNamed) {
      for (const [index, each] of theirs.entries()) this.compare(`${at}[${index}]`, each, ours[index]);
      return;
    }
    // The order of custom attributes is an accident of Magento's tables.
    const isOrdered = !at.includes("custom_attributes");
    if ([...named.keys()].some((name) => !oursNamed.has(name)))
      this.note(`${at}.members`, [...named.keys()], [...oursNamed.keys()]);
    else if (isOrdered && String([...named.keys()]) !== String([...oursNamed.keys()]))
      this.note(`${at}.order`, [...named.keys()], [...oursNamed.keys()]);
    for (const [name, each] of named)
      if (oursNamed.has(name)) this.compare(`${at}[${String(name)}]`, each, oursNamed.get(name));
  }

  private compareObjects(at: string, theirs: object, ours: object): void {
    const [before, after] = [new Map(Object.entries(theirs)), new Map(Object.entries(ours))];
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const to = at === "" ? key : `${at}.${key}`;
      if (before.has(key) && after.has(key)) this.compare(to, before.get(key), after.get(key));
      else if (!this.isIgnored(to)) this.note(to, before.get(key) ?? "(absent)", after.get(key) ?? "(absent)");
    }
  }

  private isAlike(at: string, theirs: unknown, ours: unknown): boolean {
    const key = lastKey(at);
    // An answer that is only a number in a text is an id.
    if (at === "" && digits.test(String(theirs)) && typeof theirs === "string" && digits.test(String(ours)))
      return true;
    if (theirs === ours || (countedKeys.test(key) && !fixedIds.has(key))) return true;
    if (typeof theirs === "number") return Math.abs(theirs - Number(ours)) < 1e-9;
    if (typeof theirs !== "string" || typeof ours !== "string") return false;
    if (token.test(theirs) && token.test(ours)) return true;
    return isOf(theirs, this.comparison.recordedAt) && isOf(ours, new Date());
  }
}

const lastKey = (at: string): string =>
  at
    .replace(/\[[^\]]*\]/g, "")
    .split(".")
    .at(-1) ?? "";

/** Whether a text is a date or a time, in UTC, about a moment. */
function isOf(text: string, moment: Date): boolean {
  if (!date.test(text)) return false;
  const time = Date.parse(text.length > 10 ? `${text.replace(" ", "T")}Z` : `${text}T00:00:00Z`);
  return Math.abs(time - moment.getTime()) < closeInTime;
}

/** Magento names the place of an error in its own files. */
const withoutTrace = (answer: unknown): unknown => without(["trace"], answer);

/** Returns the differences between a recorded answer and ours. */
export function differencesOf(theirs: unknown, ours: unknown, comparison: Comparison): readonly Difference[] {
  const comparer = new Comparer(comparison);
  comparer.compare("", withoutTrace(theirs), withoutTrace(ours));
  return comparer.found;
}
