import type { Db } from "../../../platform/db/database.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import { withOwnValues } from "../products/find/store-values.js";
import { readOwner, type DownloadTable } from "./downloadable.rows.js";

/** A downloadable product whose row is locked by the transaction. */
export interface Downloadable {
  readonly id: number;
  /** The store whose titles and prices are written; 0 for the global values. */
  readonly storeId: number;
}

/** The names of links and samples in messages. */
const names = { downloadable_link: "link", downloadable_sample: "sample" } as const;

const emptyTitle = {
  downloadable_link: "The link title is empty. Enter the link title and try again.",
  downloadable_sample: "The sample title is empty. Enter the title and try again.",
} as const;

/** 404 for an unknown link or sample id. */
export const downloadNotFound = (table: DownloadTable) =>
  notFound(`No downloadable ${names[table]} with the provided ID was found. Verify the ID and try again.`);

/** Throws 404 for an unknown link or sample id, 400 for the id of another product's link or sample. */
export async function checkOwner(
  table: DownloadTable,
  { ids, stored }: { readonly ids: readonly number[]; readonly stored: readonly { readonly id: number }[] },
  db: Db,
): Promise<void> {
  const foreign = ids.find((id) => !stored.some((row) => row.id === id));
  if (foreign === undefined) return;
  if ((await readOwner(db, table, foreign)) === undefined) throw downloadNotFound(table);
  throw inputError(`The downloadable ${names[table]} isn't related to the product. Verify the link and try again.`);
}

interface Titled {
  readonly title: string;
  readonly by_store: unknown;
}

interface GivenTitle {
  readonly table: DownloadTable;
  readonly title: string | null | undefined;
  readonly before: Titled | undefined;
}

/**
 * Returns the title after a save. The title of a new row is global. Otherwise, the title in a store view is saved for
 * that view; null and empty text clear it. Throws 400 if the global title would be empty.
 */
export function titleColumns({ storeId }: Downloadable, { table, title, before }: GivenTitle): Titled {
  if (before && storeId !== 0) {
    const own = withOwnValues(before.by_store, storeId, { title: title === "" ? null : title });
    return { title: before.title, by_store: own };
  }
  const after = title === undefined ? before?.title : title;
  if (!after) throw inputError(emptyTitle[table]);
  return { title: after, by_store: before?.by_store ?? {} };
}

/** Returns the given integer, or undefined if there is none. Throws 400 with the message if it is negative. */
export function checkNotNegative(given: number | null | undefined, message: string): number | undefined {
  if (given == null) return undefined;
  if (given < 0) throw inputError(message);
  return given;
}
