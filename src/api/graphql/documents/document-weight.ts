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
import type { Edge } from "../../contract/graph.js";

/** The depth of a document, and its cost: 1 for each field, times the size of every page around it. */
export interface Weight {
  readonly depth: number;
  readonly cost: number;
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

const noWeight: Weight = { depth: 0, cost: 0 };

/** Assumed page size if the request does not set one. */
const assumedPageSize = 20;
/** Assumed number of records in the list of an edge. */
const assumedListSize = 5;

/**
 * Returns the weight of one operation of a valid document. Each fragment is weighed once, however often it is spread,
 * so the work is linear in the size of the document. Fields under `@skip` and `@include` always count: every spread
 * then costs at least 1, so the cost limit also bounds the work of following spreads.
 */
export function weightOf({ schema, document, operation, variables }: ValidOperation): Weight {
  const calculator = new WeightCalculator(schema, document, { ...defaultsOf(operation), ...variables });
  return calculator.ofSelectionSet(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}

class WeightCalculator {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly fragmentWeights = new Map<string, Weight>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly variables: Variables,
  ) {
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

  /** Introspection has no depth, because it does not read the database. */
  private ofField(node: FieldNode, parent: Parent): Weight {
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    const inner = node.selectionSet
      ? this.ofSelectionSet(node.selectionSet, field && getNamedType(field.type))
      : noWeight;
    const depth = node.name.value.startsWith("__") ? 0 : 1 + inner.depth;
    return { depth, cost: capCost(1 + this.maxRows(node, field) * inner.cost) };
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

  /** Returns the most records a field can return: its page size, the default or assumed size of an edge's list, or 1. */
  private maxRows(node: FieldNode, field: GraphQLField<unknown, unknown> | undefined): number {
    const size = ["first", "last"].map((name) => this.argument(node, name)).find(isSize);
    if (size !== undefined) return size;
    const criteria = this.argument(node, "searchCriteria") as
      { page_size?: unknown; pageSize?: unknown } | null | undefined;
    const pageSize = criteria?.page_size ?? criteria?.pageSize;
    if (isSize(pageSize)) return pageSize;
    if (criteria !== undefined || field?.extensions["isPaged"] === true) return assumedPageSize;
    const edge = field?.extensions["edge"] as Edge | undefined;
    if (!field || !edge || !isListType(getNullableType(field.type))) return 1;
    const usual: unknown = field.args.find((argument) => argument.name === "first")?.defaultValue;
    return isSize(usual) ? usual : assumedListSize;
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
});

/** Caps a cost. Nested fragments can multiply it without bound, and beyond this number the difference does not matter. */
const capCost = (cost: number): number => Math.min(cost, Number.MAX_SAFE_INTEGER);

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
