import { NotImportableError } from "../shops/shop.js";

/** The id of a record in the source and in Portico. */
export interface IdPair {
  readonly kind: string;
  readonly source: string;
  readonly target: string;
}

const keyOf = (kind: string, id: string | number) => `${kind} ${id}`;

/** Maps ids of the source to ids in Portico. Ids of a transaction are added to a branch, which is merged on commit. */
export class Ids {
  private readonly own = new Map<string, IdPair>();

  constructor(
    pairs: readonly IdPair[] = [],
    private readonly outer?: Ids,
  ) {
    this.merge(pairs);
  }

  /** Returns a branch, to which ids can be added without changing these. */
  branch(): Ids {
    return new Ids([], this);
  }

  /** Returns the id in Portico, or undefined if the record was not imported. */
  find(kind: string, id: string | number): number | undefined {
    const pair = this.own.get(keyOf(kind, id));
    return pair ? Number(pair.target) : this.outer?.find(kind, id);
  }

  /** Returns the id in Portico. Throws if the record was not imported. */
  get(kind: string, id: string | number): number {
    const found = this.find(kind, id);
    if (found === undefined)
      throw new NotImportableError(`It refers to a record that was not imported: ${kind} ${id}.`);
    return found;
  }

  /** Remembers an id. */
  set(kind: string, source: string | number, target: string | number): void {
    this.merge([{ kind, source: String(source), target: String(target) }]);
  }

  /** Returns the ids that were added to this branch. */
  added(): readonly IdPair[] {
    return [...this.own.values()];
  }

  /** Adds the ids of a branch. */
  merge(pairs: readonly IdPair[]): void {
    for (const pair of pairs) this.own.set(keyOf(pair.kind, pair.source), pair);
  }
}
