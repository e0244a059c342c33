import type { Route } from "../../../../src/api/contract/routes/operations.js";
import {
  callOf,
  type Given,
  type Place,
  placesOf,
  replaced,
  otherSpelling,
  valueAt,
  type CallerValues,
} from "./places.js";

/** Values that identify something of another customer, starting with those that identify the customer. */
export interface TargetValues {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
}

/** A call that contains something its caller may not set. */
export interface Attempt {
  /** A description of the changed place. */
  readonly what: string;
  /** The arguments by their declared names. */
  readonly args: Given;
  /** The arguments as sent in the body, or in the query of a GET. */
  readonly sent: Given;
  /** Additional query parameters. */
  readonly query: Given;
  /** The values of the path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Whether the first path parameter belongs to another customer. */
  readonly isForeign: boolean;
  /** Whether it runs on every transport, representing others that differ only in their value. */
  readonly isRevealing: boolean;
}

/** Returns a valid call with the caller's own values. */
export function plainCall(route: Route, words: CallerValues): Attempt {
  const args = callOf(route.operation, words);
  return {
    what: "nothing",
    args,
    sent: args,
    query: {},
    path: pathOf(route, args, words),
    isForeign: false,
    isRevealing: true,
  };
}

/** Returns all attempts that the declared input of a route allows. `words` is called anew for each. */
export const attemptsOn = (route: Route, words: () => CallerValues, aims: TargetValues): Attempt[] =>
  placesOf(route.operation).flatMap((place) => new PlaceAttempts(route, place, words).of(aims));

/** The difference of an attempt from the caller's own call. */
type Change = (own: Given, words: CallerValues) => Partial<Attempt>;

class PlaceAttempts {
  constructor(
    private readonly route: Route,
    private readonly place: Place,
    private readonly words: () => CallerValues,
  ) {}

  of(aims: TargetValues): Attempt[] {
    const representative = representativeValues(this.place, aims);
    const foremost = representative.filter(
      (value) => value === aims.ids[0] || value === aims.texts[0] || value === other,
    );
    return [
      ...valuesFor(this.place, aims).map((value) => this.declared(value, aims, representative.includes(value))),
      ...foremost.flatMap((value) => [...this.inOtherSpellings(value), ...this.elsewhere(value)]),
    ];
  }

  private declared(value: unknown, aims: TargetValues, isRevealing: boolean): Attempt {
    return this.attempt("as declared", value, (own, words) => {
      const args = this.put(own, [this.name, value]);
      const path = pathOf(this.route, args, words);
      const isForeign = this.parameters.includes(this.route.parameters[0] ?? "") && namesAnother(value, aims);
      return { args, sent: args, path, isForeign, isRevealing };
    });
  }

  private inOtherSpellings(value: unknown): Attempt[] {
    const { name } = this;
    const twin = otherSpelling(name);
    if (twin === undefined) return [];
    const mine = (own: Given) => valueAt(own, this.place.path);
    return [
      this.attempt("other spelling", value, (own) => ({ sent: this.put(own, [twin, value]) })),
      this.attempt("both spellings", value, (own) => ({ sent: this.put(own, [name, mine(own)], [twin, value]) })),
      this.attempt("both, own last", value, (own) => ({ sent: this.put(own, [twin, value], [name, mine(own)]) })),
    ];
  }

  /** Returns attempts with the value in one part of the request, and the caller's own value or none in the others. */
  private elsewhere(value: unknown): Attempt[] {
    const put = (own: Given) => this.put(own, [this.name, value]);
    const inQuery = this.attempt("in the query alone", value, (own) => ({ query: put(own) }));
    const inPath = this.parameters.flatMap((parameter) => {
      const path = (own: Given, words: CallerValues) => ({
        ...pathOf(this.route, own, words),
        [parameter]: String(value),
      });
      return [
        this.attempt("in the body alone", value, (own) => ({ sent: put(own) })),
        this.attempt("in the path alone", value, (own, words) => ({ path: path(own, words) })),
        this.attempt("in the path, nothing beside", value, (own, words) => ({
          sent: this.put(own),
          path: path(own, words),
        })),
      ];
    });
    return [inQuery, ...inPath];
  }

  private attempt(way: string, value: unknown, change: Change): Attempt {
    const words = this.words();
    const own = callOf(this.route.operation, words, this.place.path);
    const what = `${this.place.path.join(".")} = ${JSON.stringify(value)} (${way})`;
    const call = { what, args: own, sent: own, query: {}, path: pathOf(this.route, own, words) };
    return { ...call, isForeign: false, isRevealing: false, ...change(own, words) };
  }

  /** Returns the path parameters of the place. */
  private get parameters(): readonly string[] {
    const { targets } = this.route;
    return Object.keys(targets).filter((parameter) => targets[parameter] === this.place.path.join("."));
  }

  private get name(): string {
    return this.place.path.at(-1) ?? "";
  }

  private put(own: Given, ...entries: (readonly [string, unknown])[]): Given {
    return replaced(own, this.place.path, entries);
  }
}

function pathOf({ targets }: Route, args: Given, words: CallerValues): Record<string, string> {
  const entries = Object.entries(targets).map(([parameter, target]) => {
    const value = valueAt(args, target.split(".")) ?? words[parameter] ?? 1;
    return [parameter, String(value)] as const;
  });
  return Object.fromEntries(entries);
}

const namesAnother = (value: unknown, { ids, texts }: TargetValues): boolean =>
  [...ids, ...texts, ...ids.map(String)].some((aim) => aim === value);

/** The id of a group, a website and a store view that are not the caller's. */
const other = 2;

function valuesFor({ type }: Place, { ids, texts }: TargetValues): readonly unknown[] {
  switch (type) {
    case "Int":
    case "Float":
    case "Decimal":
    case "Money":
      return [...ids, 0, other];
    case "Boolean":
      return [true, false];
    case "Json":
      return [{ id: ids[0], customerId: ids[0], customer: { id: ids[0] } }];
    default:
      return [...texts, ...ids.map(String), "2001-01-01 00:00:00"];
  }
}

/** Returns the values to try on every transport. A page as large as an id costs too much to be asked for in GraphQL. */
function representativeValues({ type, path }: Place, { ids, texts }: TargetValues): readonly unknown[] {
  if (type === "Int") return path.at(-1) === "page_size" ? [] : [...ids, other];
  return type === "String" ? texts.slice(0, 1) : [];
}
