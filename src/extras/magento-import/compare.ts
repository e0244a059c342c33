import { type Entity, isEntity } from "./entity.js";

/** A field whose values differ. */
export interface Difference {
  /** Path of the field: `items[0].sku`. */
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Fields by which elements of two lists are matched. */
const keys = [
  ...["attribute_code", "sku", "category_id", "linked_product_sku", "source_code", "value_index", "store_id"],
  ...["option_id", "option_type_id", "id", "attribute_id", "code", "title", "label", "order_item_id", "name"],
];

/**
 * Returns the expected values that an answer lacks. It ignores other fields of the answer, the order of lists, whether
 * a number is text, and whether an empty value is null, empty text or an absent field.
 */
export function findMissing(expected: unknown, actual: unknown, field = ""): Difference[] {
  if (isEntity(expected)) {
    const other = isEntity(actual) ? actual : {};
    return Object.entries(expected).flatMap(([name, value]) =>
      findMissing(value, other[name], field === "" ? name : `${field}.${name}`),
    );
  }
  if (Array.isArray(expected)) return findMissingInList(expected as unknown[], actual, field);
  return isEquivalent(expected, actual) ? [] : [{ field, expected, actual: actual ?? null }];
}

function findMissingInList(expected: readonly unknown[], actual: unknown, field: string): Difference[] {
  const list: readonly unknown[] = Array.isArray(actual) ? (actual as unknown[]) : [];
  if (expected.every((item) => !isEntity(item))) {
    const text = (values: readonly unknown[]) => values.map(String).sort().join(",");
    return text(expected) === text(list) ? [] : [{ field, expected, actual: list }];
  }
  const key = keys.find((name) => isKey(expected, name));
  return expected.flatMap((item, at) => {
    if (list.some((one) => findMissing(item, one).length === 0)) return [];
    const value = key === undefined ? undefined : (item as Entity)[key];
    const found = key === undefined ? list[at] : list.find((one) => isEntity(one) && isEquivalent(value, one[key]));
    const place = `${field}[${value === undefined ? at : String(value)}]`;
    return found === undefined ? [{ field: place, expected: item, actual: null }] : findMissing(item, found, place);
  });
}

/** Whether every element has a distinct value in the field. */
function isKey(list: readonly unknown[], name: string): boolean {
  const values = list.map((item) => (isEntity(item) ? item[name] : undefined));
  return values.every((value) => value !== undefined) && new Set(values.map(String)).size === values.length;
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const isNumber = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)));

function isEquivalent(one: unknown, other: unknown): boolean {
  if (one === other || (isEmpty(one) && isEmpty(other))) return true;
  if (typeof one === "boolean" || typeof other === "boolean") return Number(one) === Number(other);
  if (isNumber(one) && isNumber(other)) return Number(one) === Number(other);
  return typeof one === "string" && typeof other === "string" && one === other;
}

/** Returns the differences of two answers in values, types, fields and the order of lists. Ignored paths are left out. */
export const findDifferences = (expected: unknown, actual: unknown, ignored: readonly RegExp[]): Difference[] =>
  findDifferencesAt("", [expected, actual], ignored);

type Pair = readonly [expected: unknown, actual: unknown];

function findDifferencesAt(field: string, [expected, actual]: Pair, ignored: readonly RegExp[]): Difference[] {
  if (field !== "" && ignored.some((pattern) => pattern.test(field))) return [];
  if (isEntity(expected) && isEntity(actual)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return names.flatMap((name) =>
      findDifferencesAt(field === "" ? name : `${field}.${name}`, [expected[name], actual[name]], ignored),
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const [one, other]: readonly [readonly unknown[], readonly unknown[]] = [expected, actual];
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_, at) => at).flatMap((at) =>
      findDifferencesAt(`${field}[${at}]`, [one[at], other[at]], ignored),
    );
  }
  return expected === actual ? [] : [{ field: field || "(answer)", expected, actual }];
}

/**
 * Returns the pattern of a path in which `*` stands for any part: `items[*].updated_at`. A bare field name matches at
 * any depth: `updated_at`.
 */
export function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^.\\[\\]]*");
  return new RegExp(/[.[]/.test(path) ? `^${escaped}(?:$|[.\\[])` : `(?:^|\\.)${escaped}(?:$|[.\\[])`);
}
