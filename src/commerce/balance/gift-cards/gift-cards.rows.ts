import { type Prisma, keyOf, type Row } from "../../../platform/db/models.js";
import type { Db } from "../../../platform/db/database.js";
import { asAmount } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { GiftCardAccount, type GiftCardAccountSearchResults } from "./gift-card-accounts.types.js";

const parts = { account: { select: { website_id: true, balance: true } } } satisfies Prisma.GiftCardAccountInclude;

type Found = Prisma.GiftCardAccountGetPayload<{ include: typeof parts }>;

const flatten = ({ account, code_key: _key, ...card }: Found): StoredCard => ({ ...card, ...account });

/** Whether a card can be used on a website today. */
export const isUsable = (
  { status, website_id, date_expires, balance }: StoredCard,
  { websiteId, today }: { readonly websiteId: number; readonly today: string },
): boolean =>
  status === 1 &&
  (website_id === 0 || website_id === websiteId) &&
  (date_expires === null || date_expires >= today) &&
  isPositive(asAmount(balance));

const fields = modelFields("giftCardAccount", GiftCardAccount, {
  website_id: "account.website_id",
  balance: "account.balance",
});

/** Returns the cards that match the criteria. */
export async function searchCards(db: Db, searchCriteria: SearchCriteria): Promise<GiftCardAccountSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.giftCardAccount.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map((row) => toAccount(flatten(row))) };
}

/** Returns a stored card in the shape of the API. A card is expired when its last day is over in UTC. */
export function toAccount(card: StoredCard): GiftCardAccount {
  const today = new Date().toISOString().slice(0, 10);
  const isExpired = card.date_expires !== null && card.date_expires < today;
  return { ...card, state: isExpired ? 3 : stateOf(card) };
}

function stateOf({ balance, is_redeemed }: StoredCard): number {
  if (isPositive(asAmount(balance))) return 0;
  return is_redeemed ? 2 : 1;
}

/** The columns of a card besides its balance. */
type CardColumns = Partial<Pick<StoredCard, "code" | "status" | "is_redeemable" | "is_redeemed" | "date_expires">>;

/** Inserts a card for its balance. Returns false if its code is taken. */
export async function insertCard(
  db: Db,
  id: number,
  columns: CardColumns & { readonly code: string },
): Promise<boolean> {
  const data = { id, ...columns, code_key: codeKey(columns.code) };
  return (await db.models.giftCardAccount.createMany({ data, skipDuplicates: true })).count > 0;
}

/** Writes columns of a card. */
export const updateCard = (db: Db, id: number, data: CardColumns): Promise<unknown> =>
  db.models.giftCardAccount.update({ where: { id }, data, select: { id: true } });

/** A gift card as stored, with its balance. */
export type StoredCard = Omit<Row<"giftCardAccount">, "code_key"> &
  Pick<Row<"balanceAccount">, "website_id" | "balance">;

const cards = `select c.id, c.code, c.status, c.is_redeemable, c.is_redeemed, c.date_created, c.date_expires,
    a.website_id, a.balance
  from gift_card_account c join balance_account a on a.id = c.id`;

/** Returns cards by their ids. */
// SQL: a model reads a card and its balance in two statements (measured by `apply-gift-card` and
// `place-order-with-balances`).
export const readCardsById = (db: Db, ids: readonly number[]): Promise<StoredCard[]> =>
  db.query<StoredCard>(`${cards} where c.id = any($1::int[])`, [ids]);

/** Returns the form in which codes are compared. */
export const codeKey = (code: string): string => keyOf(code.trim());

/** Returns cards by their codes; case is ignored. */
// SQL: a model reads a card and its balance in two statements (measured by `apply-gift-card` and
// `place-order-with-balances`).
export const readCardsByCode = (db: Db, codes: readonly string[]): Promise<StoredCard[]> =>
  db.query<StoredCard>(`${cards} where c.code_key = any($1::text[])`, [codes.map(codeKey)]);
