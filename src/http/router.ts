import type { Route } from "../contract/operations.js";

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: Node;
  readonly routes: Map<string, Route>;
}

/** A route that a path matches, with the parameters found in the path. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

const node = (): Node => ({ literals: new Map(), routes: new Map() });

/** Finds the route of a method and path. Of several that match, the one whose left-most segments are literal wins. */
export class Router {
  private readonly root = node();

  /** `segmentsOf` gives the path that a route has behind another door than its own. */
  constructor(
    routes: readonly Route[],
    private readonly segmentsOf: (route: Route) => readonly string[] = (route) => route.segments,
  ) {
    for (const route of routes) this.add(route);
  }

  /** `segments` are the path's, still encoded, from `V1` on. */
  find(method: string, segments: readonly string[]): Match | undefined {
    const decoded = segments.map(decode);
    const values: string[] = [];
    const route = walk(this.root, 0);
    if (!route) return undefined;
    return { route, parameters: Object.fromEntries(route.parameters.map((name, at) => [name, values[at] ?? ""])) };

    function walk(from: Node, depth: number): Route | undefined {
      const segment = decoded[depth];
      if (segment === undefined) return from.routes.get(method);
      const literal = from.literals.get(segment);
      const found = literal && walk(literal, depth + 1);
      if (found || !from.parameter || segment === "") return found;
      values.push(segment);
      const matched = walk(from.parameter, depth + 1);
      if (!matched) values.pop();
      return matched;
    }
  }

  private add(route: Route): void {
    let at = this.root;
    for (const segment of this.segmentsOf(route)) {
      if (segment.startsWith(":")) {
        at = at.parameter ??= node();
      } else {
        let next = at.literals.get(segment);
        if (!next) at.literals.set(segment, (next = node()));
        at = next;
      }
    }
    at.routes.set(route.method, route);
  }
}

/** Decodes one segment once, so that `%2F` is a slash within a SKU; what is no encoding stays as it is. */
function decode(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
