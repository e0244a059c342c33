/** Method and path of a target. */
export interface Target {
  readonly method: string;
  /** Segments of the path; `:name` is a parameter. */
  readonly segments: readonly string[];
}

interface Leaf<Found> {
  readonly target: Found;
  readonly parameters: readonly string[];
}

interface Node<Found> {
  readonly literals: Map<string, Node<Found>>;
  parameter?: Node<Found>;
  readonly leaves: Map<string, Leaf<Found>>;
}

/** A target with the parameters of the path. */
export interface Match<Found> {
  readonly target: Found;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the target of a method and path. Among several matches, the one with the left-most literal segments wins. */
export class Router<Found extends Target> {
  private readonly root: Node<Found> = newNode();

  constructor(targets: readonly Found[]) {
    for (const target of targets) this.add(target);
  }

  /** Returns the match for the segments of a path, which are still encoded. */
  find(method: string, segments: readonly string[]): Match<Found> | undefined {
    const decoded = segments.map(decode);
    const values: string[] = [];
    const leaf = walk(this.root, 0);
    if (!leaf) return undefined;
    const parameters: Record<string, string> = {};
    for (const [at, name] of leaf.parameters.entries()) parameters[name] = values[at] ?? "";
    return { target: leaf.target, parameters };

    function walk(from: Node<Found>, depth: number): Leaf<Found> | undefined {
      const segment = decoded[depth];
      if (segment === undefined) return from.leaves.get(method);
      const literal = from.literals.get(segment);
      const found = literal && walk(literal, depth + 1);
      if (found || !from.parameter || segment === "") return found;
      values.push(segment);
      const matched = walk(from.parameter, depth + 1);
      if (!matched) values.pop();
      return matched;
    }
  }

  private add(target: Found): void {
    const parameters: string[] = [];
    let at = this.root;
    for (const segment of target.segments) {
      if (segment.startsWith(":")) {
        parameters.push(segment.slice(1));
        at = at.parameter ??= newNode();
      } else {
        let next = at.literals.get(segment);
        if (!next) at.literals.set(segment, (next = newNode()));
        at = next;
      }
    }
    at.leaves.set(target.method, { target, parameters });
  }
}

const newNode = <Found>(): Node<Found> => ({ literals: new Map(), leaves: new Map() });

/**
 * Decodes a segment once, so that `%2F` is a slash within a SKU. As in a query, `+` is a blank. A malformed encoding is
 * left unchanged.
 */
export function decode(segment: string): string {
  const spaced = segment.includes("+") ? segment.replaceAll("+", " ") : segment;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
