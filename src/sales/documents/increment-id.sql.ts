// SQL: a counter that is raised and read in one statement, for the numbers of orders and documents.
import type { Db } from "../../db/database.js";
import { tableOf } from "../../db/models.js";
import { type DocumentKind, documentModels } from "./document-kinds.js";

/** What has numbers of its own in each store view. */
type NumberedKind = DocumentKind | "order";

const modelOf = (kind: NumberedKind) => (kind === "order" ? "salesOrder" : documentModels[kind].document);

/** More numbers than anybody has: the end of the search for one that nothing imported has taken. */
const lastNumber = 999_999_999_999;

/** SQL of a number as documents show it: nine digits at least, preceded by the id of every store view but the first. */
const shown = (number: string): string =>
  `case when $2::int > 1 then $2::text else '' end || lpad((${number})::text, greatest(length((${number})::text), 9), '0')`;

/**
 * Returns SQL that draws the next number of a kind (`$1`) in a store view (`$2`), under a lock that lasts until the transaction
 * ends: numbers have no gaps. It is the last lock that a transaction takes. Numbers are skipped that were stored with what was
 * imported.
 */
function numberDrawn(kind: NumberedKind, keep: (expression: string) => string): string {
  const { table } = tableOf(modelOf(kind));
  // In order of the index that has both columns: without statistics of a new table, PostgreSQL may read all orders of the store
  // view by another index.
  const isTaken = (number: string) =>
    `${shown(number)} is not distinct from (select other.increment_id from "${table}" other
       where other.store_id = $2::int and other.increment_id >= ${shown(number)}
       order by other.store_id, other.increment_id limit 1)`;
  const free = (from: string) =>
    `case when ${isTaken(from)} then (
       select n from (select generate_series(${from} + 1, ${lastNumber}) as n) later where not ${isTaken("n")} limit 1)
     else ${from} end`;
  const hasCounter = "exists (select from sales_sequence where kind = $1::text and store_id = $2::int)";
  return `insert into sales_sequence as s (kind, store_id, last_value)
    values ($1::text, $2::int, case when ${hasCounter} then 0 else ${free("1")} end)
    on conflict (kind, store_id) do update set last_value = ${free("s.last_value + 1")}
    returning ${keep(shown("last_value"))} as increment_id`;
}

/** Draws the next number of a kind in a store view. Others wait for it until the transaction ends. */
export async function drawNumber(db: Db, kind: NumberedKind, storeId: number): Promise<string> {
  const text = numberDrawn(kind, (expression) => expression);
  const drawn = await db.one<{ readonly increment_id: string }>(text, [kind, storeId]);
  if (!drawn) throw new Error("no number was drawn");
  return drawn.increment_id;
}

/**
 * Draws the next number of a kind in a store view together with the end of the transaction, so that others hardly wait for it.
 * Returns what stands for the number in what is written until then.
 */
export const drawNumberAtCommit = (db: Db, kind: NumberedKind, storeId: number): string =>
  db.drawAtCommit((keep) => numberDrawn(kind, keep), [kind, storeId]);
