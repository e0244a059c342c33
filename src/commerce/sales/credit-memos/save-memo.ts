import type { Context } from "../../../api/call/context.js";
import { couldNotSave, inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { drawNumber, drawDocumentId } from "../documents/document-numbers.sql.js";
import { givenColumns } from "../orders/save/given-columns.js";
import { sameColumns } from "../orders/save/import-order.js";
import { insertRows, type NewRows } from "../orders/save/new-order.sql.js";
import { lockOrder } from "../orders/lock-order.js";
import { hasOrder } from "../orders/orders.rows.js";
import { entityNotFound, requireEntity } from "../require-entity.js";
import { findMemo, readOrderId, updateMemo } from "./credit-memos.rows.js";
import type { Creditmemo } from "./credit-memos.types.js";
import { givenComments, givenLines, givenMemo } from "./given-memo.js";

/**
 * Stores a credit memo as sent, or changes the given fields of the one with the id, and returns it. Nothing is computed,
 * and the order and stock stay unchanged. Throws 400 for an unknown order and for lines of another one, and 404 for an
 * unknown credit memo.
 */
export async function saveMemo({ db }: Context, given: Creditmemo): Promise<Creditmemo> {
  const { entity_id: id } = given;
  return requireEntity(findMemo, db, id ? await changeMemo(db, id, given) : await createMemo(db, given));
}

const notSaved = () => couldNotSave("The credit memo couldn't be saved.");

async function createMemo(db: Db, given: Creditmemo): Promise<number> {
  if (!given.order_id) throw notSaved();
  if (!(await hasOrder(db, given.order_id))) throw inputError(entityNotFound().message);
  const order = await lockOrder(db, given.order_id);
  const lines = givenLines(order, given);
  if (!lines) throw notSaved();
  const columns = await givenMemo(db, order, given);
  const entity_id = await drawDocumentId(db, "creditmemo");
  const store_id = Number(columns["store_id"]);
  const increment_id = columns["increment_id"] ?? (await drawNumber(db, "creditmemo", store_id));
  await insertRows(db, [
    { model: "salesCreditmemo", rows: [{ ...columns, entity_id, increment_id }] },
    {
      model: "salesCreditmemoItem",
      rows: sameColumns(lines.map(({ columns: line }) => ({ ...line, parent_id: entity_id, returned_to: [] }))),
    },
    givenComments(given, entity_id),
  ] as NewRows[]);
  return entity_id;
}

/** Changes the given fields of a credit memo, and adds comments. Lines, order and number stay unchanged. */
async function changeMemo(db: Db, memoId: number, given: Creditmemo): Promise<number> {
  const orderId = await readOrderId(db, memoId);
  if (orderId === undefined) throw entityNotFound();
  await lockOrder(db, orderId);
  const {
    increment_id: _number,
    store_id: _store,
    commerce: _kept,
    ...columns
  } = givenColumns("salesCreditmemo", given);
  await updateMemo(db, memoId, columns);
  const comments = givenComments(given, memoId);
  if (comments.rows.length > 0) await insertRows(db, [comments]);
  return memoId;
}
