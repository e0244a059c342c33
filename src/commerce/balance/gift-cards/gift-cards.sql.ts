// SQL: a model reads a card and its balance in two statements (measured by `apply-gift-card` and
// `place-order-with-balances`).
import type { Db } from "../../../platform/db/database.js";
import { keyOf, type Row } from "../../../platform/db/models.js";

/** A gift card as stored, with its balance. */
export type StoredCard = Omit<Row<"giftCardAccount">, "code_key"> &
  Pick<Row<"balanceAccount">, "website_id" | "balance">;

const cards = `select c.id, c.code, c.status, c.is_redeemable, c.is_redeemed, c.date_created, c.date_expires,
    a.website_id, a.balance
  from gift_card_account c join balance_account a on a.id = c.id`;

/** Returns cards by their ids. */
export const readCardsById = (db: Db, ids: readonly number[]): Promise<StoredCard[]> =>
  db.query<StoredCard>(`${cards} where c.id = any($1::int[])`, [ids]);

/** Returns the form in which codes are compared. */
export const codeKey = (code: string): string => keyOf(code.trim());

/** Returns cards by their codes; case is ignored. */
export const readCardsByCode = (db: Db, codes: readonly string[]): Promise<StoredCard[]> =>
  db.query<StoredCard>(`${cards} where c.code_key = any($1::text[])`, [codes.map(codeKey)]);
