import type { CatalogContext } from "../catalog-context.js";
import { dispersedPath, numberedName } from "../media/sent-files.js";
import { deleteUnusedFileRows, insertFiles, readFilePaths } from "./downloadable-files.sql.js";

interface SentFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The files of one product while its links or samples are saved. The transaction holds the lock of the product's row.
 */
export class ProductFiles {
  private readonly sent: SentFile[] = [];

  private constructor(
    private readonly productId: number,
    private readonly paths: Set<string>,
  ) {}

  /** Reads the paths of the product's stored files, but only if the save involves a file. */
  static async of(productId: number, usesFiles: boolean, { db }: CatalogContext): Promise<ProductFiles> {
    return new ProductFiles(productId, new Set(usesFiles ? await readFilePaths(db, productId) : []));
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** Accepts a file to store and returns its path. If the product has a file of that name, a number is added. */
  add(fileName: string, content: Uint8Array): string {
    const wanted = dispersedPath(fileName);
    let path = wanted;
    for (let number = 1; this.paths.has(path); number += 1) path = numberedName(wanted, number);
    this.paths.add(path);
    this.sent.push({ path, content });
    return path;
  }

  /** Stores the accepted files. */
  async saveAdded({ db, media }: CatalogContext): Promise<void> {
    if (this.sent.length === 0) return;
    const keys = await media.files.save(
      db,
      this.sent.map(({ content }) => content),
    );
    await insertFiles(
      db,
      this.productId,
      this.sent.map(({ path }, index) => ({ path, key: keys[index] ?? "" })),
    );
  }
}

/** Removes files that are no longer used by a link or sample. Call it after links or samples have changed. */
export async function removeUnusedFiles(productId: number, { db, media }: CatalogContext): Promise<void> {
  if (await deleteUnusedFileRows(db, productId)) media.scheduleRemoval(db);
}
