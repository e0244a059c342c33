import type { Db } from "../../../../platform/db/database.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import { readPart, type StoredImport } from "../imports.rows.js";
import { PartRows } from "./part-rows.js";
import { addWarnings, forgetPrices, readRepeatedRows, type RepeatedRows } from "./repeated-prices.sql.js";
import { isCopy, isSameValue, repeatFailure, supersededBy } from "../rows/choose-winners.js";
import type { FileRow } from "../rows/file-row.js";
import { linesOf, parseRows } from "../rows/parse-rows.js";
import type { ShopWords } from "../values/shop-words.js";
import { readShopWords } from "../values/shop-words.sql.js";

/** A row, and the last one of the file that sets its price. */
export interface RepeatedPair {
  readonly row: FileRow;
  readonly winner: FileRow;
}

/** The prices that several parts of an import set. Needs the prices that the parts keep until all of them have run. */
export class RepeatedPrices {
  private readonly parts: PartRows;

  private constructor(
    private readonly db: Db,
    private readonly found: StoredImport,
    private readonly context: { readonly repeated: readonly RepeatedRows[]; readonly words: ShopWords },
  ) {
    this.parts = new PartRows(async (part) => {
      const { content, first_line: firstLine = 1 } = (await readPart(db, found.id, part)) ?? {};
      return parseRows({ content: content ?? "", firstLine }, found.format, context.words);
    });
  }

  static async of(db: Db, found: StoredImport): Promise<RepeatedPrices> {
    const repeated = await readRepeatedRows(db, found.id);
    return new RepeatedPrices(db, found, { repeated, words: await readShopWords(db) });
  }

  /** Returns the same prices, read through another transaction. */
  through(db: Db): RepeatedPrices {
    return new RepeatedPrices(db, this.found, this.context);
  }

  /** Whether two parts set a price to different values. */
  async differ(): Promise<boolean> {
    for (const { part } of this.context.repeated) if ((await this.failuresIn(part)).size > 0) return true;
    return false;
  }

  /** Returns the failures of the rows of a part, by record, whose price a later part sets to another value. */
  async failuresIn(part: number): Promise<ReadonlyMap<number, RowFailure>> {
    const repeated = this.context.repeated.find((each) => each.part === part);
    const pairs = repeated ? await this.pairsOf(repeated) : [];
    const differing = pairs.filter(({ row, winner }) => !isSameValue(row, winner));
    return new Map(differing.map(({ row, winner }) => [row.record, repeatFailure(row, winner)]));
  }

  /** Lists the rows whose price a later part has set too as `superseded`. Then deletes what was kept for that. */
  async warn(): Promise<void> {
    const { db, found } = this;
    for (const repeated of this.context.repeated) {
      const pairs = (await this.pairsOf(repeated)).filter(({ row, winner }) => !isCopy(row, winner));
      const reasons = new Map(pairs.map(({ row, winner }) => [row.record, supersededBy(winner, row)]));
      const rows = pairs.map(({ row }) => row);
      const lines = linesOf(rows, reasons, found.format);
      if (reasons.size > 0) await addWarnings(db, found.id, { part: repeated.part, count: reasons.size, lines });
    }
    await forgetPrices(db, found.id);
  }

  private async pairsOf({ part, rows, winner_parts, winner_rows }: RepeatedRows): Promise<RepeatedPair[]> {
    const own = await this.parts.rowsOf(part);
    const pairs: RepeatedPair[] = [];
    for (const [index, at] of rows.entries()) {
      const row = own[at];
      const winner = (await this.parts.rowsOf(winner_parts[index] ?? part))[winner_rows[index] ?? -1];
      if (row && winner) pairs.push({ row, winner });
    }
    return pairs;
  }
}
