// SQL: a counter that is raised and read in one statement, and values of sequences.
import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { tableOf } from "../../db/models.js";
import { incrementIdOf, numberDigits } from "../orders/create-order.js";
import { type DocumentKind, documentModels } from "./document-kinds.js";

/** Returns the id of a document that is to be inserted. It takes no lock. */
export async function drawDocumentId(db: Db, kind: DocumentKind): Promise<number> {
  const { table } = tableOf(documentModels[kind].document);
  const drawn = await db.one<{ id: number }>(`select nextval('${table}_entity_id_seq')::int as id`);
  if (!drawn) throw new Error("no id of a document was drawn");
  return drawn.id;
}

/** Numbers in a row that may be taken by documents that were stored with a number of their own. */
const mostTaken = 1000;

/**
 * Draws the next number of a kind in a store view, under a lock that lasts until the transaction ends: numbers have no gaps.
 * It is the last lock that a transaction takes. Numbers that stored documents have are skipped.
 */
export async function drawNumber(db: Db, kind: DocumentKind, storeId: number): Promise<string> {
  for (let tried = 0; tried < mostTaken; tried += 1) {
    const { last_value, is_taken } = await nextNumber(db, kind, storeId);
    if (!is_taken) return incrementIdOf(storeId, last_value);
  }
  throw inputError("The next %1 numbers of the store view are taken.", [mostTaken]);
}

/** Raises the counter, and says whether a document has its number already. */
async function nextNumber(db: Db, kind: DocumentKind, storeId: number) {
  const { table } = tableOf(documentModels[kind].document);
  const prefix = incrementIdOf(storeId, 0).slice(0, -numberDigits);
  const drawn = await db.one<{ readonly last_value: number; readonly is_taken: boolean }>(
    `with drawn as (
       insert into sales_sequence as s (kind, store_id, last_value) values ($1, $2, 1)
       on conflict (kind, store_id) do update set last_value = s.last_value + 1 returning last_value)
     select last_value, exists (
       select from "${table}" where store_id = $2
         and increment_id = $3 || lpad(last_value::text, greatest(length(last_value::text), $4::int), '0')) as is_taken
     from drawn`,
    [kind, storeId, prefix, numberDigits],
  );
  if (!drawn) throw new Error("no number of a document was drawn");
  return drawn;
}

/** Whether a store view has a document of a kind with a number. */
export async function hasDocumentWithNumber(
  db: Db,
  kind: DocumentKind,
  { storeId, number }: { readonly storeId: number; readonly number: string },
): Promise<boolean> {
  const { table } = tableOf(documentModels[kind].document);
  const found = await db.query(`select 1 from "${table}" where store_id = $1 and increment_id = $2`, [storeId, number]);
  return found.length > 0;
}
