import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";

/** The depth of a document, and its cost: 1 for each field, times the size of every page around it. */
export interface Weight {
  readonly depth: number;
  readonly cost: number;
}

type Variables = Readonly<Record<string, unknown>>;

const nothing: Weight = { depth: 0, cost: 0 };

/** Assumed page size if the request does not set one. */
const unstatedPageSize = 20;

/**
 * Returns the weight of one operation of a valid document. Each fragment is weighed once, however often it is spread,
 * so the work is linear in the size of the document. Fields under `@skip` and `@include` always count: every spread
 * then costs at least 1, and the cost limits the work of everything that follows spreads.
 */
export const weightOf = (document: DocumentNode, operation: OperationDefinitionNode, given: Variables): Weight =>
  new Weighing(document, { ...defaultsOf(operation), ...given }).of(operation.selectionSet);

class Weighing {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly known = new Map<string, Weight>();

  constructor(
    document: DocumentNode,
    private readonly variables: Variables,
  ) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  of(set: SelectionSetNode): Weight {
    return set.selections.map((node) => this.ofNode(node)).reduce(sum, nothing);
  }

  private ofNode(node: SelectionNode): Weight {
    if (node.kind === Kind.FIELD) return this.ofField(node);
    if (node.kind === Kind.INLINE_FRAGMENT) return this.of(node.selectionSet);
    return this.ofFragment(node.name.value);
  }

  /** Introspection has no depth, because it does not read the database. */
  private ofField(field: FieldNode): Weight {
    const inner = field.selectionSet ? this.of(field.selectionSet) : nothing;
    const depth = field.name.value.startsWith("__") ? 0 : 1 + inner.depth;
    return { depth, cost: atMost(1 + this.rowsOf(field) * inner.cost) };
  }

  private ofFragment(name: string): Weight {
    const known = this.known.get(name);
    if (known) return known;
    const fragment = this.fragments.get(name);
    const weight = fragment ? this.of(fragment.selectionSet) : nothing;
    this.known.set(name, weight);
    return weight;
  }

  private rowsOf(field: FieldNode): number {
    const criteria = field.arguments?.find(({ name }) => name.value === "searchCriteria");
    if (!criteria) return 1;
    const value = valueFromASTUntyped(criteria.value, this.variables) as { page_size?: unknown } | null | undefined;
    const size = value?.page_size;
    return typeof size === "number" && size > 0 ? size : unstatedPageSize;
  }
}

const sum = (one: Weight, other: Weight): Weight => ({
  depth: Math.max(one.depth, other.depth),
  cost: atMost(one.cost + other.cost),
});

/** Caps a cost. Nested fragments can reach any number, and beyond this one the difference does not matter. */
const atMost = (cost: number): number => Math.min(cost, Number.MAX_SAFE_INTEGER);

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
