import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import { isCopy, isSameValue, placesOf, repeatFailure, supersededBy } from "../rows/choose-winners.js";
import type { FileRow } from "../rows/file-row.js";
import type { Plan } from "../rows/plan.js";

/** Rows with a reason, by their line. */
type ReasonsByLine = ReadonlyMap<number, { readonly row: FileRow; readonly reason: RowFailure }>;

/** The rows of a previewed file whose price a later part sets too. */
export class RepeatedInPreview {
  private readonly superseded: { readonly row: FileRow; readonly key: string }[] = [];
  /** The last rows of prices that several parts set. */
  private readonly winners = new Map<string, FileRow>();

  /** Notes the prices that both the earlier rows and a part set. */
  note(earlier: Plan, part: Plan): void {
    const own = new Map(placesOf(part).map((place) => [part.keys[place], part.rows[place]]));
    for (const place of placesOf(earlier)) {
      const [row, key = ""] = [earlier.rows[place], earlier.keys[place]];
      const winner = own.get(key);
      if (!row || !winner) continue;
      this.superseded.push({ row, key });
      this.winners.set(key, winner);
    }
  }

  /** Returns the warnings about the rows that a later part supersedes. */
  warnings(): ReasonsByLine {
    return this.reasons((row, winner) => (isCopy(row, winner) ? undefined : supersededBy(winner, row)));
  }

  /** Returns the failures of the rows whose price a later part sets to another value. */
  failures(): ReasonsByLine {
    return this.reasons((row, winner) => (isSameValue(row, winner) ? undefined : repeatFailure(row, winner)));
  }

  private reasons(reasonOf: (row: FileRow, winner: FileRow) => RowFailure | undefined): ReasonsByLine {
    const found = new Map<number, { row: FileRow; reason: RowFailure }>();
    for (const { row, key } of this.superseded) {
      const winner = this.winners.get(key);
      const reason = winner && reasonOf(row, winner);
      if (reason) found.set(row.line, { row, reason });
    }
    return found;
  }
}
