import type { Prisma } from "../../../platform/db/models.js";
import type { Db } from "../../../platform/db/database.js";
import { asAmount } from "../../../platform/money/amount.js";
import { isPositive } from "../../../platform/money/arithmetic.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { GiftCardAccount, type GiftCardAccountSearchResults } from "./gift-card-accounts.types.js";
import { codeKey, type StoredCard } from "./gift-cards.sql.js";

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
