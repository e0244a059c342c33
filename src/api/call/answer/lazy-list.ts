/** Maximum length of a list that is written at once. */
const maxListLength = 200;

/** Whether the value is a list that takes too long to write at once. */
export const isLongList = (value: unknown): value is Iterable<unknown> =>
  (Array.isArray(value) || value instanceof LazyList) && value.length > maxListLength;

/** Maps a list for an answer. Each item is made when it is written, and made again if the list is read again. */
export const lazily = <Source, Item>(sources: readonly Source[], make: (source: Source) => Item): Iterable<Item> =>
  new LazyList(sources, make);

/**
 * A list whose items are made when they are written. The objects of a whole page at once take more memory, and more time
 * in garbage collection: a page of a hundred products takes an eighth longer.
 */
class LazyList<Source, Item> implements Iterable<Item> {
  constructor(
    private readonly sources: readonly Source[],
    private readonly make: (source: Source) => Item,
  ) {}

  get length(): number {
    return this.sources.length;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const source of this.sources) yield this.make(source);
  }
}

/**
 * A list that appears in an answer several times. Its JSON text is written once, so the list must not change after
 * that.
 */
export class SharedList<Item> extends Array<Item> {
  /** The JSON text of the whole list, once it is written. */
  json: string | undefined;
}
