import { type ContractType, resolved } from "./contract.js";
import { type GeneratedDocument, type Schema, resolveSchema } from "./document.js";

/** A difference between one of our shapes and one of the contract. */
export interface Deviation {
  readonly at: string;
  readonly what: "missing" | "extra" | "type" | "required";
  readonly detail: string;
}

/** The direction of a shape: properties that the contract requires matter only for input. */
export type Direction = "input" | "output";

/**
 * Compares shapes of the generated document with those of the contract, field by field, each pair once per direction.
 */
export class ShapeComparison {
  private readonly seen = new Set<string>();

  constructor(private readonly document: GeneratedDocument) {}

  /** `at` is the path of both shapes, in the names of the contract. */
  compare(ours: Schema, theirs: ContractType, { at, direction }: { at: string; direction: Direction }): Deviation[] {
    const place = theirs.$ref ?? at;
    const pair = `${direction} ${ours.$ref ?? JSON.stringify(ours)} ${place}`;
    if (theirs.$ref !== undefined && this.seen.has(pair)) return [];
    this.seen.add(pair);
    const mine = resolveSchema(this.document, ours).schema;
    const wanted = resolved(theirs);
    if (isAnything(mine)) return isScalar(wanted) || isScalarList(wanted) ? [] : [typeOf(place, mine, wanted)];
    if (wanted.type === "array" && mine.type === "array" && wanted.items && mine.items) {
      return this.compare(mine.items, wanted.items, { at: `${place}[]`, direction });
    }
    if (wanted.type === "object" && mine.type === "object") return this.fields(mine, wanted, { at: place, direction });
    return wanted.type === mine.type ? [] : [typeOf(place, mine, wanted)];
  }

  private fields(
    mine: Schema,
    wanted: ContractType,
    { at, direction }: { at: string; direction: Direction },
  ): Deviation[] {
    const ours = mine.properties ?? {};
    const theirs = wanted.properties ?? {};
    const found: Deviation[] = [];
    for (const [name, type] of Object.entries(theirs)) {
      const field = ours[name];
      if (field) found.push(...this.compare(field, type, { at: `${at}.${name}`, direction }));
      else if (!isEmptyBag(name, type)) found.push({ at: `${at}.${name}`, what: "missing", detail: "is not declared" });
    }
    for (const name of Object.keys(ours)) {
      if (!(name in theirs)) found.push({ at: `${at}.${name}`, what: "extra", detail: "is not in the contract" });
    }
    if (direction === "output") return found;
    for (const name of mine.required ?? []) {
      if (name in theirs && !wanted.required?.includes(name)) {
        found.push({ at: `${at}.${name}`, what: "required", detail: "is required, and optional in the contract" });
      }
    }
    return found;
  }
}

const typeOf = (at: string, mine: Schema, wanted: ContractType): Deviation => ({
  at,
  what: "type",
  detail: `is ${String(mine.type ?? "anything")} where the contract has ${wanted.type ?? "anything"}`,
});

const isAnything = (schema: Schema) => schema.type === undefined && schema.anyOf === undefined;
const isScalar = ({ type }: ContractType) => type !== "array" && type !== "object";
const isScalarList = ({ type, items }: ContractType) => type === "array" && items !== undefined && isScalar(items);

const isEmptyBag = (name: string, type: ContractType) =>
  name === "extension_attributes" && Object.keys(resolved(type).properties ?? {}).length === 0;
