import { expect, it } from "vitest";
import { shapeOfSchema } from "../../src/api/reference/openapi/openapi-schemas.js";
import { contractRoutes, type ContractType, keyOf, resolved } from "./contract.js";
import { declaredRoutes, documented, generatedDocument, olderDocument, type Schema } from "./document.js";
import { facts, isNamed, itemOf, shapeOfPath, type TypeName } from "./facts.js";

const document = generatedDocument();
const components = { ...document.components.schemas, ...generatedDocument("async").components.schemas };
const factsOf = new Map(
  Object.entries(facts.routes).map(([line, found]) => {
    const [method = "", path = ""] = line.split(" ");
    return [`${method} ${shapeOfPath(path)}`, found];
  }),
);
const contract = new Map(contractRoutes.map((route) => [keyOf(route), route]));
const services = new Map(contractRoutes.map((route) => [`${route.method} ${shapeOfPath(route.path)}`, route.service]));

/** The name of a component; undefined for other schemas. Null and the empty list in its place do not matter. */
function componentOf({ $ref, anyOf = [] }: Schema): string | undefined {
  const [only, ...others] = anyOf.filter(({ type, maxItems }) => type !== "null" && maxItems !== 0);
  if ($ref === undefined) return only && others.length === 0 ? componentOf(only) : undefined;
  return $ref.replace("#/components/schemas/", "");
}

const itemsOf = ({ items, anyOf = [] }: Schema): Schema =>
  items ?? anyOf.find((each) => each.items && each.maxItems !== 0)?.items ?? {};

/** A name of Magento's that one of our shapes has at a place. */
interface Found {
  readonly shape: string;
  readonly place: string;
  readonly name: string;
}

/** Compares types of Magento's with our schemas, field by field, and collects which shapes stand for which definitions. */
class Names {
  readonly found: Found[] = [];
  private readonly seen = new Set<string>();

  /** Of the description of 2.4.7. */
  compare(type: TypeName, ours: Schema, place: string): void {
    const item = itemOf(type);
    if (item !== undefined) return this.compare(item, itemsOf(ours), place);
    const properties = this.properties(isNamed(type) ? type : undefined, ours, place);
    for (const [key, of] of Object.entries(facts.types[type] ?? {})) {
      const field = key.replace(/\?$/, "");
      const schema = properties[field];
      if (schema) this.compare(of, schema, `${isNamed(type) ? type : place}.${field}`);
    }
  }

  /** Of the contract, which has the routes of the commerce edition, too. */
  compareContract(type: ContractType, ours: Schema, place: string): void {
    const wanted = resolved(type);
    if (wanted.type === "array") return this.compareContract(wanted.items ?? {}, itemsOf(ours), place);
    const name = wanted.type === "object" ? type.$ref : undefined;
    const properties = this.properties(name, ours, place);
    for (const [key, of] of Object.entries(wanted.properties ?? {})) {
      const schema = properties[key];
      if (schema) this.compareContract(of, schema, `${name ?? place}.${key}`);
    }
  }

  /** Returns the properties of our schema that still have to be compared. */
  private properties(name: string | undefined, ours: Schema, place: string): Readonly<Record<string, Schema>> {
    const component = componentOf(ours);
    if (component === undefined) return ours.properties ?? {};
    if (name !== undefined) this.found.push({ shape: shapeOfSchema(component), place, name });
    const pair = `${name ?? place} ${component}`;
    if (this.seen.has(pair)) return {};
    this.seen.add(pair);
    return components[component]?.properties ?? {};
  }
}

function comparedNames(): Found[] {
  const [published, specified] = [new Names(), new Names()];
  for (const route of declaredRoutes) {
    const { requestBody, responses } = documented(document, route);
    const sent = requestBody?.content["application/json"].schema ?? {};
    const received = responses["200"]?.content?.["application/json"].schema ?? {};
    const theirs = factsOf.get(`${route.method} ${shapeOfPath(route.path)}`);
    if (theirs?.body !== undefined) published.compare(theirs.body, sent, route.service);
    if (theirs?.answer !== undefined) published.compare(theirs.answer, received, route.service);
    const { body, response } = contract.get(keyOf(route)) ?? {};
    if (body) specified.compareContract(body, sent, route.service);
    if (response) specified.compareContract(response, received, route.service);
  }
  published.compare(facts.accepted, { $ref: "#/components/schemas/async-response" }, "accepted");
  const known = new Set(published.found.map(({ shape }) => shape));
  return [...published.found, ...specified.found.filter(({ shape }) => !known.has(shape))];
}

/** Returns the names of shapes as the description uses them, with those at places where they have other names. */
function namesByShape(): Record<string, string> {
  const byShape = new Map<string, Found[]>();
  for (const one of comparedNames()) byShape.set(one.shape, [...(byShape.get(one.shape) ?? []), one]);
  const entries = [...byShape].flatMap(([shape, found]) => {
    const count = (wanted: string) => found.filter(({ name }) => name === wanted).length;
    const names = [...new Set(found.map(({ name }) => name))].sort();
    const [usual = ""] = names.sort((one, other) => count(other) - count(one));
    const elsewhere = found.filter(({ name }) => name !== usual);
    return [[shape, usual], ...elsewhere.map(({ place, name }) => [`${place} ${shape}`, name])] as [string, string][];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

it("the names of definitions are those of Magento's description, wherever it has one", async () => {
  const names = namesByShape();
  expect(Object.keys(names).length).toBeGreaterThan(250);
  // `npx vitest run -u` with this file writes it.
  const path = "../../src/api/reference/openapi/contract-names.json";
  await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot(path);
});

const older = olderDocument();

/** Returns where our description refers to a definition by another name than Magento's. */
function otherNames(type: TypeName, ours: Schema, seen: Set<string>): string[] {
  const item = itemOf(type);
  if (item !== undefined) return otherNames(item, ours.items ?? {}, seen);
  const name = ours.$ref?.replace("#/definitions/", "");
  if (name !== undefined && name !== type) return [`${type}: ours ${name}`];
  if (seen.has(type)) return [];
  seen.add(type);
  const { properties = {} } = name === undefined ? ours : (older.definitions[name] ?? {});
  return Object.entries(facts.types[type] ?? {}).flatMap(([key, of]) =>
    otherNames(of, properties[key.replace(/\?$/, "")] ?? {}, seen),
  );
}

it("Swagger 2.0 has Magento's names of definitions at every place, and its services as tags", () => {
  const [seen, tagged] = [new Set<string>(), new Set<string>()];
  const differences = Object.entries(older.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { tags, parameters = [], responses }]) => {
      const key = `${method.toUpperCase()} ${shapeOfPath(path)}`;
      const { body, answer } = factsOf.get(key) ?? {};
      const service = services.get(key);
      if (service !== undefined) tagged.add(service);
      return [
        ...(service === undefined || String(tags) === service ? [] : [`${key}: tagged ${String(tags)}`]),
        ...(body ? otherNames(body, parameters.find((each) => each.in === "body")?.schema ?? {}, seen) : []),
        ...(answer ? otherNames(answer, responses["200"]?.schema ?? {}, seen) : []),
      ];
    }),
  );
  expect(differences).toEqual([]);
  expect([...seen].filter(isNamed).length).toBeGreaterThan(240);
  expect(tagged.size).toBeGreaterThan(140);
});

it("Swagger 2.0 has one definition for the requests and the answers of a shape", () => {
  const names = Object.keys(older.definitions);
  expect(names.filter((name) => shapeOfSchema(name) !== name)).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["catalog-data-product-interface", "PriceImport"]));
  expect(Object.keys(older.definitions["catalog-data-product-interface"]?.properties ?? {})).toEqual(
    expect.arrayContaining(["sku", "created_at", "extension_attributes"]),
  );
});
