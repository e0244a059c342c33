import { fieldsTooDeep } from "../errors.js";
import { type FieldNode, type FragmentDefinitionNode, type GraphQLResolveInfo, Kind } from "graphql";

/** Maximum levels of `fields`. No answer has as many, and reading them is recursive. */
const maxDepth = 50;

/** The selected parts of an answer, from `fields=` or from a GraphQL selection. */
export class Selection {
  private constructor(private readonly parts: ReadonlyMap<string, Selection | undefined>) {}

  /** Whether the part is selected. */
  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** Returns the selection within a selected part; undefined for all of it. */
  at(name: string): Selection | undefined {
    return this.parts.get(name);
  }

  /** Returns the names of the selected parts, except for these. */
  namesExcept(names: readonly string[]): string[] {
    return [...this.parts.keys()].filter((name) => !names.includes(name));
  }

  get isEmpty(): boolean {
    return this.parts.size === 0;
  }

  /**
   * Parses `fields=items[sku,name],total_count`. As in Magento, a malformed value selects nothing. Throws 400 for more
   * levels than any answer has.
   */
  static parse(text: string): Selection {
    if (!/^[A-Za-z0-9_[\],]*$/.test(text)) return new Selection(new Map());
    const reader = { text, at: 0, depth: 0 };
    const parts = readParts(reader);
    return reader.at === text.length && parts ? new Selection(parts) : new Selection(new Map());

    function readParts(from: {
      text: string;
      at: number;
      depth: number;
    }): Map<string, Selection | undefined> | undefined {
      const found = new Map<string, Selection | undefined>();
      for (;;) {
        const name = /^[A-Za-z0-9_]*/.exec(from.text.slice(from.at))?.[0] ?? "";
        from.at += name.length;
        let nested: Selection | undefined;
        if (from.text[from.at] === "[") {
          from.at += 1;
          from.depth += 1;
          if (from.depth > maxDepth) throw fieldsTooDeep(maxDepth);
          const inner = readParts(from);
          if (!inner || from.text[from.at] !== "]") return undefined;
          from.at += 1;
          from.depth -= 1;
          nested = new Selection(inner);
        }
        if (name !== "") found.set(name, nested);
        if (from.text[from.at] !== ",") return found;
        from.at += 1;
      }
    }
  }

  /** Returns the selection of a GraphQL document within the field that is being resolved. */
  static of(
    info: Pick<GraphQLResolveInfo, "fieldNodes" | "fragments">,
    also: AlsoRead = readAsSelected,
  ): Selection | undefined {
    return fromNodes(info.fieldNodes, { fragments: info.fragments, also });
  }

  /** Makes a selection from its parts; undefined, which stands for all parts, if there are none. */
  static from(parts: ReadonlyMap<string, Selection | undefined>): Selection | undefined {
    return parts.size === 0 ? undefined : new Selection(parts);
  }
}

/** Returns the fields to read for the fields of a selection, because some fields need others. */
export type AlsoRead = (children: ReadonlyMap<string, readonly FieldNode[]>) => Map<string, readonly FieldNode[]>;

const readAsSelected: AlsoRead = (children) => new Map(children);

interface Walked {
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly also: AlsoRead;
}

function fromNodes(nodes: readonly FieldNode[], walked: Walked): Selection | undefined {
  const children = walked.also(childrenOf(nodes, walked.fragments));
  return Selection.from(new Map([...children].map(([name, found]) => [name, fromNodes(found, walked)] as const)));
}

/** Returns the fields selected within some nodes of one field, by name, including those of fragments. */
export function childrenOf(
  nodes: readonly FieldNode[],
  fragments: Walked["fragments"],
): ReadonlyMap<string, readonly FieldNode[]> {
  const children = new Map<string, FieldNode[]>();
  const collect = (set: FieldNode["selectionSet"]): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) children.set(node.name.value, [...(children.get(node.name.value) ?? []), node]);
      else collect(node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet);
    }
  };
  for (const node of nodes) collect(node.selectionSet);
  return children;
}
