import { keyOf } from "../../../../platform/db/models.js";
import type { FileFormat } from "../file-format.js";
import type { PartSpool } from "../reading/part-spool.js";
import { placesOf } from "../rows/choose-winners.js";
import type { FileRow } from "../rows/file-row.js";
import { parseRows } from "../rows/parse-rows.js";
import type { Plan } from "../rows/plan.js";
import { PartRows } from "./part-rows.js";
import { hashOfKey } from "./price-keys.js";
import type { ShopWords } from "../values/shop-words.js";

/** Multiplier of the part in the place of a row. A part has fewer prices. */
const placesOfPart = 2 ** 20;

/**
 * The rows of earlier parts of a previewed file, found by what they set: tier prices by their key, the other prices by SKU,
 * because they are judged together. Needs about 100 MB for a million rows.
 */
export class EarlierRows {
  private readonly places = new Map<number, number[]>();

  constructor(
    private readonly spool: PartSpool,
    private readonly format: FileFormat,
  ) {}

  /** Notes the rows of a part that set prices. */
  note(part: number, plan: Plan): void {
    // No part comes after the last one.
    if (part + 1 >= this.spool.length) return;
    for (const index of placesOf(plan)) {
      const row = plan.rows[index];
      if (!row) continue;
      const hash = hashOfKey(row.kind === "tier" ? tierKey(row, row.website_id) : keyOf(row.sku));
      const place = part * placesOfPart + index;
      const known = this.places.get(hash);
      if (known) known.push(place);
      else this.places.set(hash, [place]);
    }
  }

  /** Returns the earlier rows that the given ones are judged with, in the order of the file, each with a record of its own. */
  async find(rows: readonly FileRow[], words: ShopWords): Promise<readonly FileRow[]> {
    if (this.places.size === 0) return [];
    const keys = new Set(rows.flatMap((row) => keysFor(row, words)));
    const places = [...keys].flatMap((key) => this.places.get(hashOfKey(key)) ?? []);
    const parts = new PartRows(async (part) => {
      const stored = await this.spool.readPart(part);
      return stored ? parseRows(stored, this.format, words) : [];
    });
    const found: FileRow[] = [];
    for (const place of [...new Set(places)].sort((one, other) => one - other)) {
      const part = await parts.rowsOf(Math.floor(place / placesOfPart));
      const row = part[place % placesOfPart];
      if (row) found.push({ ...row, record: found.length });
    }
    return found;
  }
}

/** A tier price without its group, which files name by several words. */
const tierKey = ({ sku, quantity }: FileRow, websiteId: number) => `${websiteId} ${Number(quantity)} ${keyOf(sku)}`;

/** Returns the keys of the rows that can concern a row: a tier price for all websites conflicts with those of one. */
function keysFor(row: FileRow, words: ShopWords): string[] {
  const sku = keyOf(row.sku);
  if (row.kind !== "tier") return [sku];
  const websites = new Set([0, row.website_id, ...(row.website_id === 0 ? words.websiteIds : [])]);
  return [sku, ...[...websites].map((id) => tierKey(row, id))];
}
