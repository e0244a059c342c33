import { describe, expect, it } from "vitest";
import { contractRoutes, type ContractType, keyOf, resolved } from "./contract.js";
import { differences } from "./differences.js";
import { declaredRoutes } from "./document.js";

const declared = new Map(declaredRoutes.map((route) => [keyOf(route), route]));
const absent = new Set(differences.filter(({ what }) => what === "missing").map(({ at }) => at));
/** Routes whose body intentionally differs. */
const unread = new Set(differences.filter(({ what }) => what === "body").map(({ at }) => at));
const writes = contractRoutes.flatMap((theirs) => {
  const ours = declared.get(keyOf(theirs));
  const isRead = theirs.body !== undefined && !unread.has(keyOf(theirs));
  return ours && isRead ? [{ name: keyOf(theirs), body: theirs.body ?? {}, ours }] : [];
});

/** Values that PHP sends for an object without properties. */
const nothings = [{}, [], ""] as const;

interface Sample {
  readonly empty: (typeof nothings)[number];
  /** Names of the enclosing shapes; recursive ones are filled once. */
  readonly within: readonly string[];
  /** Fields with a value, to prove that the check covers some. */
  readonly filled: string[];
}

/** Returns a value of a type of the contract with all its fields, extension attributes included. */
function sampleOf(type: ContractType, sample: Sample): unknown {
  const { $ref = "" } = type;
  const { type: kind, items, properties = {} } = resolved(type);
  switch (kind) {
    case "array":
      return items && !sample.within.includes(items.$ref ?? "-") ? [sampleOf(items, sample)] : [];
    case "object": {
      if (Object.keys(properties).length === 0) return sample.empty;
      const within = [...sample.within, $ref];
      const fields = Object.entries(properties).filter(
        ([name, of]) => !absent.has(`${$ref}.${name}`) && !within.includes(of.$ref ?? "-"),
      );
      sample.filled.push(...fields.map(([name]) => `${$ref}.${name}`));
      return Object.fromEntries(fields.map(([name, of]) => [name, sampleOf(of, { ...sample, within })]));
    }
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return "1";
  }
}

describe("a body with every field of the contract", () => {
  it("is read by each of its routes, with empty extension attributes in every form", () => {
    const filled: string[] = [];
    const refused: string[] = [];
    for (const { name, body, ours } of writes) {
      const path = Object.fromEntries(ours.parameters.map((parameter) => [parameter, "1"]));
      for (const empty of nothings) {
        const sample = sampleOf({ type: "object", ...body }, { empty, within: [], filled }) as Record<string, unknown>;
        try {
          ours.read({ body: sample, query: {}, path });
        } catch (error) {
          refused.push(`${name}: ${String(error)} ${JSON.stringify((error as { details?: unknown }).details)}`);
        }
      }
    }
    expect(refused).toEqual([]);
    expect(writes.length).toBeGreaterThan(150);
    expect(new Set(filled.filter((field) => field.includes("-extension-interface."))).size).toBeGreaterThan(50);
  });
});
