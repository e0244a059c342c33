import fc, { type Arbitrary } from "fast-check";
import { type GeneratedDocument, type Schema, resolveSchema } from "../conformance/document.js";

/** Values that operations know, so that calls get further than "no such entity". */
const meaningful = [
  "fuzz-1",
  "fuzz-2",
  "simple",
  "bundle",
  "fixed",
  "discount",
  "default",
  "priority",
  "distance",
  "ALL GROUPS",
  "General",
  "sku",
  "price",
  "name",
  "created_at",
  "in",
  "like",
  "ASC",
  "fuzz@example.com",
  "2035-01-01 00:00:00",
  "",
  "0",
  "12.5",
  "%",
  "\u0000",
  "\ud800",
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...meaningful) },
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const integer = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 0, max: 9 }) }, fc.integer());
const number = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -100, max: 100_000 }).map((cents) => cents / 100) },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anything = fc.jsonValue({ maxDepth: 2 });

/** Returns values that match a schema, down to a few levels of nesting. */
export function valuesOf(document: GeneratedDocument, given: Schema, depth = 0): Arbitrary<unknown> {
  const { schema, isNullable } = resolveSchema(document, given);
  const value = plainValues(document, schema, depth);
  return isNullable ? fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)) : value;
}

function plainValues(document: GeneratedDocument, schema: Schema, depth: number): Arbitrary<unknown> {
  switch (schema.type) {
    case "string":
      return text;
    case "integer":
      return integer;
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "array":
      if (depth > 4 || !schema.items) return fc.constant([]);
      return fc.array(valuesOf(document, schema.items, depth + 1), { maxLength: 3 });
    case "object":
      return depth > 4 ? fc.constant({}) : objects(document, schema, depth);
    default:
      return fc.oneof(text, anything);
  }
}

function objects(document: GeneratedDocument, { properties = {}, required = [] }: Schema, depth: number) {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(document, schema, depth + 1)]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

/** Makes a value invalid: with another type, an extra key, a missing key, or something else entirely. */
export function makeInvalid(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(value, anything, fc.nat(), fc.nat({ max: 3 }))
    .map(([whole, odd, at, kind]) => corrupt(whole, odd, { at, kind }));
}

function corrupt(value: unknown, odd: unknown, { at, kind }: { readonly at: number; readonly kind: number }): unknown {
  if (kind === 0 || typeof value !== "object" || value === null) return odd;
  const entries = Object.entries(value);
  const chosen = entries[at % Math.max(1, entries.length)];
  if (!chosen || kind === 1)
    return Array.isArray(value) ? [...(value as unknown[]), odd] : { ...value, no_such_field: odd };
  const [key, inner] = chosen;
  if (kind === 2 && !Array.isArray(value)) return Object.fromEntries(entries.filter(([name]) => name !== key));
  const replaced = corrupt(inner, odd, { at: Math.floor(at / 7), kind: at % 4 });
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === key ? replaced : item));
  return { ...value, [key]: replaced };
}
