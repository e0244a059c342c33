import type { Entity } from "./entity.js";
import type { Ids } from "./mapping/ids.js";
import type { LocalShop } from "./shops/local-shop.js";
import type { Shop } from "./shops/shop.js";
import type { StoreMap } from "./mapping/store-map.js";

/** A record to import, with all data needed to write it. */
export interface Item {
  /** Display name: SKU, number, code or email address. */
  readonly key: string;
  readonly entity: Entity;
}

/** A page of the items of a kind. */
export interface Page {
  /** Number of items of the kind. */
  readonly total: number;
  /** Start of the next page; null on the last one. */
  readonly cursor: string | null;
  readonly items: readonly Item[];
}

/** The shop to import from. It also serves files. */
export interface Source extends Shop {
  file(url: string): Promise<Buffer>;
}

/** How pages are read. */
export interface ReadContext {
  readonly source: Source;
  /** Portico, to find existing data. */
  readonly target: LocalShop;
  readonly ids: Ids;
  /** Read only changes since this time, in UTC as Magento writes it; undefined for everything. */
  readonly since?: string | undefined;
  /** Cursor of the page to start at; null for the first page. */
  readonly from: string | null;
  /** Page size of long lists. */
  readonly size: number;
  readonly stores: StoreMap;
  /** Base URL of the media files of the source, with a trailing slash. */
  readonly mediaUrl: string;
  /** Whether images are read with their files, only with the fields that are compared, or not at all. */
  readonly images: "read" | "shown" | "left out";
}

/**
 * A note on an item: `partly` if it was written without a part of it, `id` if it has another id. An item that failed is
 * not written at all.
 */
export type Severity = "failed" | "partly" | "id";

/** Dependencies of writing an item. */
export interface WriteContext {
  readonly shop: LocalShop;
  readonly ids: Ids;
  readonly stores: StoreMap;
  readonly note: (severity: Severity, reason: string) => void;
  /** Loads a value once for all items of a page, and returns it by its name. */
  readonly cached: <Value>(name: string, load: () => Promise<Value>) => Promise<Value>;
}

/** An item, and the dependencies of writing it. Notes are recorded for this item. */
export interface ItemWriting {
  readonly item: Item;
  readonly to: WriteContext;
}

/** The expected answer of Portico after an import, which has at least these fields. */
export interface Expected {
  readonly path: string;
  readonly store?: string;
  /** The body of a read with POST; absent for a read with GET. */
  readonly requestBody?: Entity;
  readonly body: Entity | readonly Entity[];
}

/** One kind of data. Kinds are imported in order, so that each finds the records it refers to. */
export interface Kind {
  readonly name: string;
  /** Reads the items of a source in pages. */
  pages(reading: ReadContext): AsyncIterable<Page>;
  /** Writes an item in the transaction of the shop. Throws if it cannot be written. */
  write(item: Item, to: WriteContext): Promise<void>;
  /** Writes all items of a page together. If it throws, everything is rolled back, and each item is written by itself. */
  writePage?(items: readonly ItemWriting[]): Promise<void>;
  /** Returns the expected answers of Portico for the item; undefined if nothing is compared. */
  toExpected?(item: Item, to: WriteContext): readonly Expected[] | undefined;
}

/** Reads a short list as one page. */
export const onePage = (
  read: (reading: ReadContext) => Promise<readonly Item[]>,
): ((reading: ReadContext) => AsyncIterable<Page>) =>
  async function* (reading) {
    const items = await read(reading);
    yield { total: items.length, cursor: null, items };
  };
