import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Route } from "../../src/api/contract/routes/operations.js";
import { contractRoutes, type ContractRoute, keyOf } from "./contract.js";
import { type Difference, differences } from "./differences.js";
import { declaredRoutes, type DocumentedOperation, documented, generatedDocument, resolveSchema } from "./document.js";
import { type Deviation, type Direction, ShapeComparison } from "./shapes.js";

const document = generatedDocument();
const declared = new Map(declaredRoutes.map((route) => [keyOf(route), route]));
const contract = new Map(contractRoutes.map((route) => [keyOf(route), route]));
const pairs = contractRoutes.flatMap((theirs): { name: string; theirs: ContractRoute; ours: Route }[] => {
  const ours = declared.get(keyOf(theirs));
  return ours ? [{ name: keyOf(theirs), theirs, ours }] : [];
});

const used = new Set<Difference>();

/** Whether the difference is intended. */
function isDeliberate(at: string, what: Difference["what"]): boolean {
  const found = differences.find((difference) => difference.at === at && difference.what === what);
  if (found) used.add(found);
  return found !== undefined;
}

const unexpected = (deviations: readonly Deviation[]) =>
  deviations.filter(({ at, what }) => !isDeliberate(at, what)).map(({ at, detail }) => `${at} ${detail}`);

const unlessDeliberate = (key: string, what: Difference["what"], check: () => void) => {
  if (!isDeliberate(key, what)) check();
};

describe.each(pairs)("$name", ({ name, theirs, ours }) => {
  const operation = documented(document, ours);

  it("has the contract's permission and forced parameters", () => {
    unlessDeliberate(name, "permission", () =>
      expect([...ours.permission].sort()).toEqual([...theirs.permission].sort()),
    );
    unlessDeliberate(name, "forced", () => expect(forcedOf(ours)).toEqual(Object.keys(theirs.forced).sort()));
    expect(ours.edition).toBe(theirs.edition);
  });

  it("belongs to the contract's service, and has its topic if it writes", () => {
    unlessDeliberate(name, "service", () => {
      const { service, contractMethod, topic } = ours;
      const expected = [theirs.service, theirs.contract, theirs.contractMethod, theirs.topic];
      expect([service, ours.contract, contractMethod, topic]).toEqual(expected);
    });
  });

  it("accepts the contract's parameters", () => {
    unlessDeliberate(name, "parameter", () => expect(parametersOf(operation)).toEqual(contractParameters(theirs)));
  });

  it("accepts the contract's body", () => {
    const body = operation.requestBody?.content["application/json"].schema;
    unlessDeliberate(name, "body", () => {
      const given = Object.keys(body?.properties ?? {});
      const added = given.filter((argument) => isDeliberate(`${name} ${argument}`, "extra"));
      expect(given.filter((argument) => !added.includes(argument)).sort()).toEqual(
        Object.keys(theirs.body?.properties ?? {}).sort(),
      );
      expect([...(body?.required ?? [])].sort()).toEqual([...(theirs.body?.required ?? [])].sort());
    });
    const comparison = new ShapeComparison(document);
    const found = Object.entries(theirs.body?.properties ?? {}).flatMap(([argument, type]) => {
      const given = body?.properties?.[argument];
      return given ? comparison.compare(given, type, place(`${name} ${argument}`, "input")) : [];
    });
    expect(unexpected(found)).toEqual([]);
  });

  it("returns the contract's result", () => {
    const schema = operation.responses["200"]?.content?.["application/json"].schema ?? {};
    if (!theirs.response) {
      unlessDeliberate(name, "response", () => expect(resolveSchema(document, schema).isNullable).toBe(true));
      return;
    }
    const found = new ShapeComparison(document).compare(schema, theirs.response, place(`${name} response`, "output"));
    expect(unexpected(found)).toEqual([]);
  });
});

/** Returns the bound arguments, except those looked up by a path parameter with their name, like masked ids. */
const forcedOf = ({ bind, targets }: Route) =>
  Object.entries(bind)
    .filter(([name, binder]) => typeof binder === "function" || !Object.values(targets).includes(name))
    .map(([name]) => name)
    .sort();

const place = (at: string, direction: Direction) => ({ at, direction });

type Parameter = readonly [where: string, name: string, type: string, required: boolean];

/** Returns path parameters by position, because routes with the same path share names; query parameters by name. */
function parametersOf({ parameters = [] }: DocumentedOperation): Parameter[] {
  const query = parameters.filter((parameter) => parameter.in === "query" && parameter.name !== "fields");
  const path = parameters.filter((parameter) => parameter.in === "path");
  return [
    ...path.map(({ schema }, at): Parameter => ["path", String(at), typeName(schema.type), true]),
    ...query
      .map((parameter): Parameter => {
        const { name, required = false, schema } = parameter;
        return ["query", name.replace(/\[\]$/, ""), typeName(schema.type), required];
      })
      .sort(byName),
  ];
}

const typeName = (type: string | readonly string[] | undefined) => String(type ?? "anything");

function contractParameters({ pathParams = [], query = [], forced }: ContractRoute): Parameter[] {
  const free = query.filter(({ name }) => !(name in forced));
  return [
    ...pathParams.map(({ type }, at): Parameter => ["path", String(at), type, true]),
    ...free.map(({ name, type, required }): Parameter => ["query", name, type, required]).sort(byName),
  ];
}

const byName = (one: Parameter, other: Parameter) => (one[1] < other[1] ? -1 : 1);

describe("the contract", () => {
  it("includes every declared route, except those that the pages in docs describe", () => {
    const docs = new URL("../../docs/", import.meta.url);
    const pages = readdirSync(docs).filter((name) => name.endsWith(".md"));
    const described = pages.map((name) => readFileSync(new URL(name, docs), "utf8")).join("\n");
    const others = [...declared.keys()].filter((key) => !contract.has(key));
    expect(others.filter((key) => !described.includes(`\`${key}\``))).toEqual([]);
  });

  it("names path parameters as in the bulk routes", () => {
    const named = (path: string) => path.match(/:[^/]+/g) ?? [];
    for (const { theirs, ours } of pairs) expect(named(ours.path)).toEqual(named(theirs.path));
  });

  it("has every difference that this test lists", () => {
    expect(differences.filter((difference) => !used.has(difference))).toEqual([]);
  });

  it("lists the missing routes by module", () => {
    const missing = contractRoutes.filter((route) => !declared.has(keyOf(route)));
    const modules = [...new Set(missing.map(({ module }) => module))];
    const lines = modules.map((module) => `  ${missing.filter((route) => route.module === module).length} ${module}`);
    console.info(`${pairs.length} of ${contractRoutes.length} routes are declared; missing:\n${lines.join("\n")}`);
    expect(pairs.length + missing.length).toBe(contractRoutes.length);
  });
});
