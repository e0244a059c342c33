import type { Entity } from "./entity.js";
import type { Ids } from "./ids.js";
import type { LocalShop } from "./local-shop.js";
import type { Shop } from "./shop.js";
import type { StoreMap } from "./store-map.js";

/** Something to import, with all that is needed to write it. */
export interface Item {
  /** How people name it: SKU, number, code or e-mail address. */
  readonly key: string;
  readonly entity: Entity;
}

/** A part of what a shop has of a kind. */
export interface Page {
  /** How many items of the kind there are. */
  readonly total: number;
  /** Where the next page begins; null on the last one. */
  readonly cursor: string | null;
  readonly items: readonly Item[];
}

/** The shop that data comes from. It also gives files. */
export interface Source extends Shop {
  file(url: string): Promise<Buffer>;
}

/** How pages are read. */
export interface Reading {
  readonly source: Source;
  /** Portico, to find what it has already. */
  readonly target: LocalShop;
  readonly ids: Ids;
  /** Only what changed since then, in UTC as Magento writes it; undefined: all. */
  readonly since?: string | undefined;
  /** Where to begin; null: at the first page. */
  readonly from: string | null;
  /** Items of a page of a long list. */
  readonly size: number;
  readonly stores: StoreMap;
  /** Base URL of the media files of the source, with a trailing slash. */
  readonly mediaUrl: string;
  /** Whether images are read with their files, or only as they are shown, for a comparison. */
  readonly images: "read" | "shown" | "left out";
}

/**
 * What became of an item besides being written: `partly` without a part of it, `id` with another id. An item that failed is not
 * written at all.
 */
export type Severity = "failed" | "partly" | "id";

/** What items are written with. */
export interface Writing {
  readonly shop: LocalShop;
  readonly ids: Ids;
  readonly stores: StoreMap;
  readonly note: (severity: Severity, reason: string) => void;
  /** Returns what was loaded under a name before, for all items of a page. */
  readonly cached: <Value>(name: string, load: () => Promise<Value>) => Promise<Value>;
}

/** An item, and what it is written with. Its notes are its own. */
export interface ItemWriting {
  readonly item: Item;
  readonly to: Writing;
}

/** What Portico answers after an import: at least these fields. */
export interface Expected {
  readonly path: string;
  readonly store?: string;
  /** The body of a question that is asked with POST; absent: it is read with GET. */
  readonly asked?: Entity;
  readonly body: Entity | readonly Entity[];
}

/** One kind of data. Kinds are imported in their order, so that each finds what it refers to. */
export interface Kind {
  readonly name: string;
  /** Reads what a source has, in pages. */
  pages(reading: Reading): AsyncIterable<Page>;
  /** Writes an item in the transaction of the shop. Throws why it cannot be written. */
  write(item: Item, to: Writing): Promise<void>;
  /** Writes all items of a page together. If it throws, nothing of it is kept, and each item is written by itself. */
  writePage?(items: readonly ItemWriting[]): Promise<void>;
  /** Returns what Portico should answer for the item; undefined: nothing is compared. */
  expected?(item: Item, to: Writing): readonly Expected[] | undefined;
}

/** Reads a short list as one page. */
export const onePage = (
  read: (reading: Reading) => Promise<readonly Item[]>,
): ((reading: Reading) => AsyncIterable<Page>) =>
  async function* (reading) {
    const items = await read(reading);
    yield { total: items.length, cursor: null, items };
  };
