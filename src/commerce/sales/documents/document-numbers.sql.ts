// SQL: a lock: a counter for the numbers of orders and documents, incremented and read in one statement. And models cannot draw
// ids from a sequence.
import type { Db } from "../../../platform/db/database.js";
import { tableOf } from "../../../platform/db/models.js";

/** The kinds of documents of an order. */
export type DocumentKind = "invoice" | "shipment" | "creditmemo";

/** The models of the documents and of their comments. */
export const documentModels = {
  invoice: { document: "salesInvoice", comment: "salesInvoiceComment" },
  shipment: { document: "salesShipment", comment: "salesShipmentComment" },
  creditmemo: { document: "salesCreditmemo", comment: "salesCreditmemoComment" },
} as const;

/** Kinds of records with their own numbers in each store view. */
export type NumberedKind = DocumentKind | "order";

/** Returns the model of a kind of records. */
const numberedModel = (kind: NumberedKind) => (kind === "order" ? "salesOrder" : documentModels[kind].document);

/** Upper limit of the search for a number that no imported record has. */
const lastNumber = 999_999_999_999;

/** SQL of a number in its shown form: at least nine digits, preceded by the id of every store view but the first. */
const formatNumber = (number: string): string =>
  `case when $2::int > 1 then $2::text else '' end || lpad((${number})::text, greatest(length((${number})::text), 9), '0')`;

/**
 * Returns SQL that draws the next number of a kind (`$1`) in a store view (`$2`), under a lock that lasts until the
 * transaction ends, so that numbers have no gaps. This is the last lock of a transaction. Numbers of imported records are
 * skipped.
 */
function drawNumberSql(kind: NumberedKind, keep: (expression: string) => string): string {
  const { table } = tableOf(numberedModel(kind));
  // Sorted like the index on both columns. Without statistics of a new table, PostgreSQL may otherwise read all orders of
  // the store view through another index.
  const isTaken = (number: string) =>
    `${formatNumber(number)} is not distinct from (select other.increment_id from "${table}" other
       where other.store_id = $2::int and other.increment_id >= ${formatNumber(number)}
       order by other.store_id, other.increment_id limit 1)`;
  const free = (from: string) =>
    `case when ${isTaken(from)} then (
       select n from (select generate_series(${from} + 1, ${lastNumber}) as n) later where not ${isTaken("n")} limit 1)
     else ${from} end`;
  const hasCounter = "exists (select from sales_sequence where kind = $1::text and store_id = $2::int)";
  return `insert into sales_sequence as s (kind, store_id, last_value)
    values ($1::text, $2::int, case when ${hasCounter} then 0 else ${free("1")} end)
    on conflict (kind, store_id) do update set last_value = ${free("s.last_value + 1")}
    returning ${keep(formatNumber("last_value"))} as increment_id`;
}

/** Draws the next number of a kind in a store view. Other transactions wait for it until this one ends. */
export async function drawNumber(db: Db, kind: NumberedKind, storeId: number): Promise<string> {
  const text = drawNumberSql(kind, (expression) => expression);
  const drawn = await db.one<{ readonly increment_id: string }>(text, [kind, storeId]);
  if (!drawn) throw new Error("failed to draw a number");
  return drawn.increment_id;
}

/**
 * Draws the next number of a kind in a store view at commit, so that other transactions hardly wait for it. Returns a
 * placeholder of the number for values written until then.
 */
export const drawNumberAtCommit = (db: Db, kind: NumberedKind, storeId: number): string =>
  db.drawAtCommit((keep) => drawNumberSql(kind, keep), [kind, storeId]);

/** Draws the id of a new document. Takes no lock. */
export async function drawDocumentId(db: Db, kind: DocumentKind): Promise<number> {
  const { table } = tableOf(documentModels[kind].document);
  const drawn = await db.one<{ id: number }>(`select nextval('${table}_entity_id_seq')::int as id`);
  if (!drawn) throw new Error("failed to draw an id for a document");
  return drawn.id;
}
