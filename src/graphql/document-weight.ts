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

/** Levels of selections, and the cost of all fields: 1 for each, times the size of every page that they are in. */
export interface Weight {
  readonly depth: number;
  readonly cost: number;
}

type Variables = Readonly<Record<string, unknown>>;

const nothing: Weight = { depth: 0, cost: 0 };

/** Rows that count for a page whose size the caller does not state. */
const unstatedPageSize = 20;

/**
 * Returns the weight of one operation of a valid document. Each fragment is weighed once, however often it is spread, so
 * that the work is linear in the size of the document. What `@skip` or `@include` leaves out counts too: every spread then
 * costs at least 1, and the cost bounds the work of whoever follows the spreads.
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

  /** Introspection has no levels: what it describes is not read from the database. */
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

/** Fragments that spread each other reach any number; past this one it no longer matters which. */
const atMost = (cost: number): number => Math.min(cost, Number.MAX_SAFE_INTEGER);

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
