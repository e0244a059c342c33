import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  type DocumentedOperation,
  type GeneratedDocument,
  generatedDocument,
  resolveSchema,
  type Schema,
} from "./document.js";
import { facts, itemOf, shapeOfPath, type TypeName } from "./facts.js";

/** Known differences with the reason that they share. */
interface Reason {
  readonly because: string;
  readonly differences: readonly string[];
}

const path = new URL("differences-2.4.7.json", import.meta.url);
const reasons = JSON.parse(readFileSync(path, "utf8")) as readonly Reason[];

const document: GeneratedDocument = generatedDocument();
const operations = new Map<string, DocumentedOperation>(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [`${method.toUpperCase()} ${shapeOfPath(path)}`, operation] as const,
    ),
  ),
);

type Direction = "request" | "answer";

/** Returns the differences between a type and our schema, each type compared once per direction. */
function differencesOf(type: TypeName, given: Schema, place: Place): string[] {
  const { schema } = resolveSchema(document, given);
  const item = itemOf(type);
  const fields = facts.types[type];
  const wanted = item ? "array" : fields ? "object" : type;
  const ours = schema.type;
  if (ours === undefined) return [];
  const isInteger = ours === "integer" && wanted === "number";
  if (ours !== wanted && !isInteger) return [`${place.direction} ${place.at}: ${wanted}, ours ${String(ours)}`];
  if (item) return differencesOf(item, schema.items ?? {}, { ...place, at: `${place.at}[]` });
  if (!fields || place.seen.has(type)) return [];
  place.seen.add(type);
  return Object.entries(fields).flatMap(([key, inner]) =>
    fieldDifferences({ key, inner, within: type }, schema, place),
  );
}

interface Place {
  readonly at: string;
  readonly direction: Direction;
  readonly seen: Set<string>;
}

interface Field {
  readonly key: string;
  readonly inner: TypeName;
  readonly within: TypeName;
}

function fieldDifferences({ key, inner, within }: Field, { properties = {}, required = [] }: Schema, place: Place) {
  const name = key.replace(/\?$/, "");
  const at = `${within}.${name}`;
  const ours = properties[name];
  if (!ours) return [`${place.direction} ${at}: missing`];
  const isOptional = place.direction === "request" && name === key && !required.includes(name);
  return [...(isOptional ? [`${at}: not required`] : []), ...differencesOf(inner, ours, { ...place, at })];
}

function found(): string[] {
  const seen = { request: new Set<string>(), answer: new Set<string>() };
  return Object.entries(facts.routes).flatMap(([route, { query = [], body, answer }]) => {
    const ours = operations.get(shapeOfPath(route));
    if (!ours) return [`${route}: no route`];
    const sent = ours.requestBody?.content["application/json"].schema ?? {};
    const received = ours.responses["200"]?.content?.["application/json"].schema ?? {};
    const names = new Set(ours.parameters?.map(({ name }) => name.replace(/\[\]$/, "")));
    const of = (direction: Direction): Place => ({ at: route, direction, seen: seen[direction] });
    return [
      ...query.filter((name) => !names.has(name.replace(/\[\]$/, ""))).map((name) => `${route}: no parameter ${name}`),
      ...(body && !ours.requestBody ? [`${route}: no body`] : []),
      ...(body && ours.requestBody ? differencesOf(body, sent, of("request")) : []),
      ...(answer ? differencesOf(answer, received, of("answer")) : []),
    ];
  });
}

it("the description has every path, method, field and type of Magento 2.4.7, except for the listed differences", () => {
  const known = reasons.flatMap(({ differences }) => differences);
  expect([...new Set(found())].sort()).toEqual([...known].sort());
  expect(Object.keys(facts.routes).length).toBe(406);
  expect(reasons.filter(({ because }) => because.length < 40)).toEqual([]);
});
