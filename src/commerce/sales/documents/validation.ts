import { notAList, unsupportedField } from "../../../api/call/arguments/conversion-errors.js";
import { alreadyExists, inputError, WebapiError } from "../../../api/call/errors.js";
import { looseKey, snakeCase } from "../../../api/call/spelling.js";
import type { Db } from "../../../platform/db/database.js";
import { readStoreName } from "../../store/published.js";
import { storeNotFound } from "../../store/published.structure.js";
import type { DocumentKind, NumberedKind } from "./document-numbers.sql.js";
import { isNumberTaken, type NumberInStore } from "./documents.rows.js";

/**
 * Throws 400 with a heading and all messages in one text, as Magento's validators of documents do. The messages have their
 * parameters filled in. Does nothing without messages.
 */
export function throwMessages(heading: string, messages: readonly string[]): void {
  if (messages.length > 0) throw inputError([heading, ...messages].join("\n"));
}

/**
 * Runs the part of a document's creation whose errors Magento only logs. Throws 400 with the text `failure` and, in the
 * parameters, the reason of an error that callers may see. Other errors are thrown unchanged.
 */
export async function withFailureMessage<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WebapiError) || error.status >= 500) throw error;
    const { parameters } = error.details;
    const reason = { reason: error.message, ...(Array.isArray(parameters) ? {} : parameters) };
    throw new WebapiError("COULD_NOT_SAVE", failure, { parameters: reason, cause: error });
  }
}

const ids = new Set(["orderId", "order_id", "invoiceId", "invoice_id"]);

/**
 * Returns a function that throws 400 for a body whose keys are neither arguments nor `orderId` or `invoiceId`, in which an
 * argument is misspelled, as in `Items`, or in which `items` is a text, a number or a boolean. Magento would find no lines,
 * and create a document for the whole order.
 */
export function requireArguments(...names: readonly string[]): (body: Readonly<Record<string, unknown>>) => void {
  const known = new Set(names.flatMap((name) => [name, snakeCase(name)]));
  const loose = new Set(names.map(looseKey));
  return (body) => {
    const keys = Object.keys(body).filter((key) => !ids.has(key));
    const unknown = keys.filter((key) => !known.has(key));
    const wrong = unknown.length === keys.length ? unknown[0] : unknown.find((key) => loose.has(looseKey(key)));
    if (wrong !== undefined) throw unsupportedField(wrong);
    const { items } = body;
    if (items != null && typeof items !== "object") throw notAList(items, "array");
  };
}

/** Returns the name of a store view. Throws 404 for an unknown one. */
export async function requireStoreName(db: Db, storeId: number): Promise<string> {
  const name = await readStoreName(db, storeId);
  if (name === undefined) throw storeNotFound();
  return name;
}

/** Throws 400 for a number that an order or a document of the same kind and store view already has. */
export async function requireFreeNumber(db: Db, kind: NumberedKind, number: NumberInStore): Promise<void> {
  if (await isNumberTaken(db, kind, number)) throw alreadyExists("Unique constraint violation found");
}

/** The store view and the number of a document in a request. */
interface GivenPlace {
  readonly store_id?: number | null;
  readonly increment_id?: string | null;
}

/**
 * Returns the id of the store view of a new document: the one in the request, or that of the order. Throws 404 for an
 * unknown one, and 400 if the store view already has a document with the number.
 */
export async function resolveStoreId(
  { db, kind }: { readonly db: Db; readonly kind: DocumentKind },
  { store_id, increment_id: number }: GivenPlace,
  order: { readonly store_id: number },
): Promise<number> {
  const storeId = store_id ?? order.store_id;
  if (storeId !== order.store_id) await requireStoreName(db, storeId);
  if (number) await requireFreeNumber(db, kind, { storeId, number });
  return storeId;
}
