import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
} from "graphql";

/** A field of a document, with an alias if it is repeated. */
interface Selected {
  readonly field: GraphQLField<unknown, unknown>;
  readonly alias?: string;
  readonly selected: readonly Selected[];
}

/** A query, as its root fields. */
export type GraphDocument = readonly Selected[];

/** Returns whole numbers from 0 to below a limit. */
type Random = (below: number) => number;

/** Returns a generator of the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Makes random documents of a schema, and variants of documents: with more fields, deeper, or with repeated fields. */
export class DocumentMaker {
  private queries: readonly GraphQLField<unknown, unknown>[];

  constructor(
    schema: GraphQLSchema,
    private readonly random: Random,
  ) {
    this.queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  }

  /** Keeps only the queries whose smallest document has an answer. */
  async keepAnswered(isAnswered: (document: GraphDocument) => Promise<boolean>): Promise<void> {
    const kept = [];
    for (const query of this.queries) if (await isAnswered([this.select(query, 2)])) kept.push(query);
    this.queries = kept;
  }

  make(): GraphDocument {
    return Array.from({ length: 1 + this.random(2) }, () => this.select(this.pick(this.queries), 2 + this.random(4)));
  }

  vary(document: GraphDocument): GraphDocument {
    const changed = this.random(4) === 0 ? [...document, this.select(this.pick(this.queries), 3)] : document;
    return this.repeat(changed, this.random(3));
  }

  /** Repeats fields under aliases at a depth. */
  private repeat(fields: readonly Selected[], depth: number): readonly Selected[] {
    const chosen = fields[this.random(Math.max(fields.length, 1))];
    if (!chosen) return fields;
    if (depth > 0 && chosen.selected.length > 0) {
      return fields.map((each) =>
        each === chosen ? { ...each, selected: this.repeat(each.selected, depth - 1) } : each,
      );
    }
    const name = "n".repeat(1 + this.random(30));
    const copies = 1 + this.random(40);
    return [...fields, ...Array.from({ length: copies }, (_, at) => ({ ...chosen, alias: `${name}${at}` }))];
  }

  private select(field: GraphQLField<unknown, unknown>, depth: number): Selected {
    const type = getNamedType(field.type);
    if (!isObjectType(type)) return { field, selected: [] };
    return { field, selected: this.fieldsOf(type, depth) };
  }

  private fieldsOf(type: GraphQLObjectType, depth: number): Selected[] {
    const fields = Object.values(type.getFields()).filter(
      (each) => depth > 1 || !isCompositeType(getNamedType(each.type)),
    );
    const chosen = fields.filter((each) => isPage(each) || this.random(4) === 0);
    const some = chosen.length > 0 ? chosen : fields.slice(0, 1);
    return some.map((each) => this.select(each, depth - 1));
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[this.random(items.length)] as Item;
  }
}

/** Whether a field leads to the records of a page, which makes long answers. */
const isPage = ({ name }: GraphQLField<unknown, unknown>) => name === "items";

/** Returns the text of a document. Fields of the same name with different arguments do not occur. */
export const textOf = (document: GraphDocument): string =>
  `{ ${document.map((each, at) => selectionText({ alias: `r${at}`, ...each })).join(" ")} }`;

function selectionText({ field, alias, selected }: Selected): string {
  const args = field.args.flatMap((arg) => argumentText(arg) ?? []);
  const within = isCompositeType(getNamedType(field.type)) ? ["__typename", ...selected.map(selectionText)] : [];
  return [
    alias === undefined ? "" : `${alias}: `,
    field.name,
    args.length > 0 ? `(${args.join(", ")})` : "",
    within.length > 0 ? ` { ${within.join(" ")} }` : "",
  ].join("");
}

/** Gives required arguments a value, and asks for the longest pages. */
function argumentText({ name, type }: GraphQLArgument): string | undefined {
  if (name === "searchCriteria") return `${name}: { pageSize: 300 }`;
  return isNonNullType(type) ? `${name}: ${valueText(type)}` : undefined;
}

function valueText(type: GraphQLInputType): string {
  if (isNonNullType(type)) return valueText(type.ofType);
  if (isListType(type)) return `[${valueText(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "null";
  if (!isInputObjectType(type))
    return ["String", "ID", "DateTime"].includes(type.name) ? '"1"' : type.name === "Boolean" ? "true" : "1";
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return `{ ${required.map((field) => `${field.name}: ${valueText(field.type)}`).join(", ")} }`;
}
