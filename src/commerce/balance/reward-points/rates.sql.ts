// SQL: measured by `place-order-with-balances`. Every cart that is paid with points reads the rate.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";

/** Directions of rates. */
export const toCurrency = 1;
export const toPoints = 2;

/** A number of points and the amount they are worth. */
export interface Rate {
  readonly points: number;
  readonly amount: Amount;
}

/**
 * Returns the rate of a direction, by default from points to currency, for a customer group on a website. A rate of the
 * group takes precedence, then a rate of the website.
 */
export async function readRateFor(
  db: Db,
  { websiteId, groupId }: { readonly websiteId: number; readonly groupId: number },
  direction = toCurrency,
): Promise<Rate | undefined> {
  const rate = await db.one<Pick<Row<"rewardRate">, "points" | "currency_amount">>(
    `select points, currency_amount from reward_rate
    where direction = $1::int and website_id in (0, $2::int) and customer_group_id in (0, $3::int)
    order by customer_group_id desc, website_id desc limit 1`,
    [direction, websiteId, groupId],
  );
  return rate && { points: rate.points, amount: asAmount(rate.currency_amount) };
}
