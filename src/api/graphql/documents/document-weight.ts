import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";
import { rowsOf } from "../../contract/fields.js";
import { fieldCost, introspectedRows, metaFields } from "./introspection-weight.js";

/** The weight of a document. */
export interface Weight {
  readonly depth: number;
  /** 1 for each field, times the size of every list around it. */
  readonly cost: number;
  /** The number of operations and edges, each of which reads the database. */
  readonly loads: number;
  /** The cost of the parts of the schema that the document reads. */
  readonly introspection: number;
}

type Variables = Readonly<Record<string, unknown>>;
type Parent = GraphQLNamedType | undefined;

/** An operation of a valid document. */
export interface ValidOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

const noWeight: Weight = { depth: 0, cost: 0, loads: 0, introspection: 0 };

/** Assumed page size if the request does not set one. */
const assumedPageSize = 20;
/** Assumed number of records in a list that declares no `@Rows`. */
const assumedListSize = 5;

/**
 * Returns the weight of one operation of a valid document. Each fragment is weighed once, however often it is spread,
 * so the work is linear in the size of the document. Fields under `@skip` and `@include` always count: every spread
 * then costs at least 1, so the cost limit also bounds the work of following spreads.
 */
export function weightOf({ schema, document, operation, variables }: ValidOperation): Weight {
  const root = schema.getRootType(operation.operation) ?? undefined;
  const calculator = new WeightCalculator({
    schema,
    document,
    root,
    variables: { ...defaultsOf(operation), ...variables },
  });
  return calculator.ofSelectionSet(operation.selectionSet, root);
}

class WeightCalculator {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly fragmentWeights = new Map<string, Weight>();

  private readonly schema: GraphQLSchema;
  private readonly variables: Variables;
  private readonly root: Parent;

  constructor({ schema, document, variables, root }: Omit<ValidOperation, "operation"> & { readonly root: Parent }) {
    this.schema = schema;
    this.variables = variables;
    this.root = root;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  ofSelectionSet(set: SelectionSetNode, parent: Parent): Weight {
    return set.selections.map((node) => this.ofNode(node, parent)).reduce(combineWeights, noWeight);
  }

  private ofNode(node: SelectionNode, parent: Parent): Weight {
    if (node.kind === Kind.FIELD) return this.ofField(node, parent);
    if (node.kind === Kind.FRAGMENT_SPREAD) return this.ofFragment(node.name.value);
    const { typeCondition: condition, selectionSet } = node;
    return this.ofSelectionSet(selectionSet, condition ? this.schema.getType(condition.name.value) : parent);
  }

  private ofField(node: FieldNode, parent: Parent): Weight {
    const name = node.name.value;
    const field = metaFields[name] ?? (isObjectType(parent) ? parent.getFields()[name] : undefined);
    const inner = node.selectionSet
      ? this.ofSelectionSet(node.selectionSet, field && getNamedType(field.type))
      : noWeight;
    // Introspection does not read the database. It has a limit of its own.
    if (name in metaFields) return { ...noWeight, cost: 1, introspection: capCost(inner.cost) };
    const isLoad = parent === this.root || field?.extensions["edge"] !== undefined;
    return {
      depth: name === "__typename" ? 0 : 1 + inner.depth,
      cost: capCost(fieldCost(field, node) + this.maxRows(node, field) * inner.cost),
      loads: capCost((isLoad ? 1 : 0) + inner.loads),
      introspection: inner.introspection,
    };
  }

  private ofFragment(name: string): Weight {
    const known = this.fragmentWeights.get(name);
    if (known) return known;
    const fragment = this.fragments.get(name);
    const condition = fragment && this.schema.getType(fragment.typeCondition.name.value);
    const weight = fragment ? this.ofSelectionSet(fragment.selectionSet, condition) : noWeight;
    this.fragmentWeights.set(name, weight);
    return weight;
  }

  /** Returns the most records a field can return: its page size, the declared or assumed size of its list, or 1. */
  private maxRows(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number {
    const size = ["first", "last"].map((name) => this.argument(node, name)).find(isSize);
    if (size !== undefined) return size;
    const criteria = this.argument(node, "searchCriteria") as
      { page_size?: unknown; pageSize?: unknown } | null | undefined;
    const pageSize = criteria?.page_size ?? criteria?.pageSize;
    if (isSize(pageSize)) return pageSize;
    if (criteria !== undefined || field?.extensions["isPaged"] === true) return assumedPageSize;
    if (!field || !isListType(getNullableType(field.type))) return 1;
    const usual: unknown = field.args.find((argument) => argument.name === "first")?.defaultValue;
    return [usual, rowsOf(field), introspectedRows(this.schema, field)].find(isSize) ?? assumedListSize;
  }

  private argument(node: FieldNode, name: string): unknown {
    const given = node.arguments?.find((argument) => argument.name.value === name);
    return given && valueFromASTUntyped(given.value, this.variables);
  }
}

const isSize = (value: unknown): value is number => typeof value === "number" && value > 0;

const combineWeights = (one: Weight, other: Weight): Weight => ({
  depth: Math.max(one.depth, other.depth),
  cost: capCost(one.cost + other.cost),
  loads: capCost(one.loads + other.loads),
  introspection: capCost(one.introspection + other.introspection),
});

/** Caps a cost. Nested fragments can multiply it without bound, and beyond this number the difference does not matter. */
const capCost = (cost: number): number => Math.min(cost, Number.MAX_SAFE_INTEGER);

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
