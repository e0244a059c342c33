import { type FailedRows, failedRowOf } from "../../api/contract/failed-rows.js";
import { type Entity, listOf } from "./entity.js";
import type { Item, ItemWriting, Kind, WriteContext } from "./kind.js";
import type { Write } from "./shops/local-shop.js";
import { NotImportableError } from "./shops/shop.js";

/** A write of the rows of many items in one list. */
interface RowList extends Pick<Write, "method" | "path"> {
  /** The field of the body with the list. */
  readonly field: string;
  /** Descriptions of failed rows, and the part that their items lack; absent if one row fails the whole call. */
  readonly failed?: { readonly rows: FailedRows; readonly part: string };
  /** Returns the rows of an item. */
  readonly rowsOf: (item: Item, to: WriteContext) => readonly Entity[];
}

/** A kind whose items are rows of lists. */
interface RowKind extends Pick<Kind, "name" | "pages" | "toExpected"> {
  /** The lists, in the order in which they are written. */
  readonly lists: readonly RowList[];
}

/** Makes a kind that writes each list once per page, instead of once per item. */
export function rowKind({ lists, ...kind }: RowKind): Kind {
  const writePage = async (items: readonly ItemWriting[]): Promise<void> => {
    for (const list of lists) await writeList(list, items);
  };
  return { ...kind, write: (item, to) => writePage([{ item, to }]), writePage };
}

/** A row, and the function that adds a note to its item. */
interface ItemRow {
  readonly row: unknown;
  readonly note: WriteContext["note"];
}

async function writeList(list: RowList, items: readonly ItemWriting[]): Promise<void> {
  const rows = items.flatMap((item) => rowsOfItem(list, item));
  const [first] = items;
  if (!first || rows.length === 0) return;
  const sent = rows.map(({ row }) => row);
  const result = await first.to.shop.resultOf(toWrite(list, sent));
  if (list.failed) noteFailures(list.failed, listOf(result), rows);
}

/** Notes each failure for the item of its row. */
function noteFailures(
  { rows: failed, part }: NonNullable<RowList["failed"]>,
  failures: readonly unknown[],
  rows: readonly ItemRow[],
): void {
  for (const failure of failures) {
    const { message } = failed.describe(failure);
    const row = rows[failedRowOf(failure)?.row ?? -1];
    // The page is then written item by item, and the item fails with this message.
    if (!row) throw new NotImportableError(message);
    row.note("partly", `without ${part}: ${message}`);
  }
}

/** Returns the rows of an item without the fields that Portico does not have, which become notes of the item. */
function rowsOfItem(list: RowList, { item, to }: ItemWriting): readonly ItemRow[] {
  const rows = list.rowsOf(item, to);
  if (rows.length === 0) return [];
  const known = to.shop.knownBody(toWrite(list, rows))[list.field] as readonly unknown[];
  return known.map((row) => ({ row, note: to.note }));
}

const toWrite = ({ method, path, field }: RowList, rows: readonly unknown[]): Write => ({
  method,
  path,
  body: { [field]: rows },
});
