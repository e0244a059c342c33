import type { Context } from "../../api/call/context.js";
import type { ReturnMails } from "../sales/published.js";
import type { StoredOrder } from "../sales/published.orders.js";
import type { StoredReturn } from "./returns.rows.js";
import type { ReturnComment } from "./returns.types.js";

/** Context of operations on returns. */
export type ReturnContext = Context & { readonly mails: ReturnMails };

/** A return and its locked order. */
interface OfOrder {
  readonly order: StoredOrder;
  readonly stored: StoredReturn;
}

/** Notifies the customer by email that a return was created. */
export const mailCreated = ({ mails, db, log }: ReturnContext, { order, stored }: OfOrder): Promise<void> =>
  mails.queue({ db, log }, order, { kind: "return", ...factsOf(stored) });

/** Emails the customer the comments that have `customer_notified` set. */
export async function mailComments(
  { mails, db, log }: ReturnContext,
  { order, stored }: OfOrder,
  comments: readonly ReturnComment[],
): Promise<void> {
  for (const { comment, customer_notified } of comments) {
    if (!customer_notified || !comment) continue;
    await mails.queue({ db, log }, order, { kind: "return_comment", ...factsOf(stored), comment });
  }
}

const factsOf = ({ increment_id: number, status, items, customer_custom_email: email }: StoredReturn) => ({
  returned: { number, status, items },
  recipient: email ?? undefined,
});
