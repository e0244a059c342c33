import type { Context } from "../../../api/call/context.js";
import { alreadyExists, inputError, invalid, missing, noSuchEntity, tooLong } from "../../../api/call/errors.js";
import { calendarDay } from "../../../api/contract/dates.js";
import { asAmount } from "../../../platform/money/amount.js";
import { isNegative, subtract } from "../../../platform/money/arithmetic.js";
import { readWebsites } from "../../store/published.js";
import { websiteNotFound } from "../../store/published.structure.js";
import { createBalance, deleteBalances, lockBalances } from "../ledger/balances.rows.js";
import { changeBalance, requireWholeCents } from "../ledger/change-balance.js";
import { drawCode } from "./code-pool.js";
import { markCodeTaken } from "./code-pool.rows.js";
import type { GiftCardAccount } from "./gift-card-accounts.types.js";
import { insertCard, toAccount, updateCard, readCardsById, type StoredCard } from "./gift-cards.rows.js";

const maxCodeLength = 255;

/** Creates a gift card. Throws 400 for a code that is taken, an invalid balance or an expiry date in the past. */
export async function createAccount(ctx: Context, given: GiftCardAccount): Promise<GiftCardAccount> {
  const { db } = ctx;
  const own = given.code?.trim();
  const website = given.website_id ?? 0;
  if (own && own.length > maxCodeLength) throw tooLong("code", maxCodeLength);
  if (given.balance == null) throw missing(["balance"]);
  const columns = givenColumns(given);
  const today = new Date().toISOString().slice(0, "2026-01-01".length);
  if (columns.date_expires && columns.date_expires < today)
    throw inputError("The expiration date can't be in the past.");
  if (website !== 0 && !(await readWebsites(db)).some(({ id }) => id === website)) throw websiteNotFound(website);
  const code = own || (await drawCode(ctx));
  const id = await createBalance(db, "gift_card", website);
  if (!(await insertCard(db, id, { ...columns, code }))) {
    throw alreadyExists("The gift card code already exists. Enter another code and try again.");
  }
  if (own) await markCodeTaken(db, own);
  await changeBalance(ctx, { accountId: id, change: balanceOf(given), action: "created", comment: undefined });
  return readAccount(ctx, id);
}

/** Changes the fields sent for a gift card. Throws 404 if it is unknown. */
export async function changeAccount(ctx: Context, id: number, given: GiftCardAccount): Promise<GiftCardAccount> {
  const { db } = ctx;
  const [locked] = await lockBalances(db, [id]);
  await requireCard(ctx, id);
  await updateCard(db, id, givenColumns(given));
  if (locked && given.balance != null) {
    const change = subtract(balanceOf(given), locked.balance);
    await changeBalance(ctx, { accountId: id, change, comment: undefined });
  }
  return readAccount(ctx, id);
}

/** Deletes a gift card but keeps its entries. Throws 404 if it is unknown. */
export async function deleteAccount(ctx: Context, id: number): Promise<void> {
  const [locked] = await lockBalances(ctx.db, [id]);
  await requireCard(ctx, id);
  if (locked) {
    const change = subtract(asAmount(0), locked.balance);
    await changeBalance(ctx, { accountId: id, change, comment: "The gift card was deleted." });
  }
  await deleteBalances(ctx.db, [id]);
}

/** Returns a gift card. Throws 404 if it is unknown. */
export const readAccount = async (ctx: Context, id: number): Promise<GiftCardAccount> =>
  toAccount(await requireCard(ctx, id));

async function requireCard({ db }: Context, id: number): Promise<StoredCard> {
  const [card] = await readCardsById(db, [id]);
  if (!card) throw noSuchEntity("id", id);
  return card;
}

function balanceOf({ balance }: GiftCardAccount) {
  const amount = requireWholeCents(balance ?? "0", "balance");
  if (isNegative(amount)) throw invalid("balance", amount);
  return amount;
}

function givenColumns({ status, is_redeemable, date_expires }: GiftCardAccount) {
  if (status != null && status !== 0 && status !== 1) throw invalid("status", status);
  if (date_expires != null && calendarDay(date_expires) === undefined) throw invalid("date_expires", date_expires);
  return {
    ...(status == null ? {} : { status }),
    ...(is_redeemable == null ? {} : { is_redeemable }),
    ...(date_expires === undefined ? {} : { date_expires }),
  };
}
