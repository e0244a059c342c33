// SQL: a counter that is raised and read in one statement, and values of sequences.
import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { tableOf } from "../../db/models.js";
import { type DocumentKind, documentModels } from "./document-kinds.js";
import { drawnNumber, incrementId } from "./increment-id.sql.js";

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
    const { increment_id, is_taken } = await nextNumber(db, kind, storeId);
    if (!is_taken) return increment_id;
  }
  throw inputError("The next %1 numbers of the store view are taken.", [mostTaken]);
}

/** Raises the counter, and says whether a document has its number already. */
async function nextNumber(db: Db, kind: DocumentKind, storeId: number) {
  const { table } = tableOf(documentModels[kind].document);
  const drawn = await db.one<{ readonly increment_id: string; readonly is_taken: boolean }>(
    `with drawn as (${drawnNumber("$1", "$2::int")}),
     given as (select ${incrementId("$2::int", "last_value")} as increment_id from drawn)
     select given.increment_id, exists (
       select from "${table}" other where other.store_id = $2::int and other.increment_id = given.increment_id) as is_taken
     from given`,
    [kind, storeId],
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
