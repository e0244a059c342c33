import type { FileRow } from "../rows/file-row.js";

/** Number of parts whose rows are kept, because the rows of one price are mostly close to each other. */
const mostKept = 4;

/** The rows of the parts of a file, of which the last ones that were used are kept. */
export class PartRows {
  private readonly kept = new Map<number, readonly FileRow[]>();

  constructor(private readonly read: (part: number) => Promise<readonly FileRow[]>) {}

  async rowsOf(part: number): Promise<readonly FileRow[]> {
    const rows = this.kept.get(part) ?? (await this.read(part));
    this.kept.delete(part);
    this.kept.set(part, rows);
    for (const oldest of this.kept.keys()) if (this.kept.size > mostKept) this.kept.delete(oldest);
    return rows;
  }
}
