import type { Context } from "../../../api/call/context.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import { readCustomers } from "../../customer/published.js";
import type { Amount } from "../../../platform/money/amount.js";
import { readWebsites } from "../../store/published.js";
import { websiteNotFound } from "../../store/published.structure.js";
import { readExpiry } from "../reward-points/expiry-settings.js";
import { readBalance, type BalanceKind, type CustomerBalance as Whose, openBalance } from "./balances.rows.js";
import { changeBalance } from "./change-balance.js";
import type { CustomerBalance } from "./customer-balance.types.js";

/** A change of a customer's balance. */
interface GivenCustomerChange extends Whose {
  readonly kind: BalanceKind;
  readonly change: Amount;
  readonly comment: string | undefined;
}

/** Returns the balance of a customer on a website. Throws 404 for an unknown customer or website. */
export async function readCustomerBalance(ctx: Context, kind: BalanceKind, whose: Whose): Promise<CustomerBalance> {
  await requireCustomerAndWebsite(ctx, whose);
  const found = await readBalance(ctx.db, kind, whose);
  return {
    customer_id: whose.customerId,
    website_id: whose.websiteId,
    account_id: found?.id ?? null,
    balance: found?.balance ?? "0",
  };
}

/** Changes a customer's balance and returns it. Throws the 404 of `readCustomerBalance`, and 400 if it would be below zero. */
export async function changeCustomerBalance(ctx: Context, given: GivenCustomerChange): Promise<CustomerBalance> {
  await requireCustomerAndWebsite(ctx, given);
  const accountId = await openBalance(ctx.db, given);
  const expiresIn = given.kind === "reward" ? await readExpiry(ctx.db, given.websiteId) : undefined;
  await changeBalance(ctx, { accountId, change: given.change, comment: given.comment, expiresIn });
  return readCustomerBalance(ctx, given.kind, given);
}

async function requireCustomerAndWebsite({ db }: Context, { customerId, websiteId }: Whose): Promise<void> {
  const [customers, websites] = await Promise.all([readCustomers(db, [customerId]), readWebsites(db)]);
  if (customers.length === 0) throw noSuchEntity("customerId", customerId);
  if (websiteId === 0 || !websites.some(({ id }) => id === websiteId)) throw websiteNotFound(websiteId);
}
