import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { RewardRate, type RewardRateSearchResults } from "./reward-points.types.js";
import type { Row } from "../../../platform/db/models.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";

const fields = modelFields("rewardRate", RewardRate);

/** Returns the rates that match the criteria. */
export const searchRates = (db: Db, searchCriteria: SearchCriteria): Promise<RewardRateSearchResults> =>
  searchModel(db, searchCriteria, { fields, read: (query) => db.models.rewardRate.findMany(query) });

/** Writes the rate for a direction, a website and a customer group. Returns it. */
export const writeRate = (db: Db, rate: Omit<RewardRate, "rate_id">): Promise<RewardRate> => {
  const { direction, website_id, customer_group_id, points, currency_amount } = rate;
  const key = { direction, website_id, customer_group_id };
  return db.models.rewardRate.upsert({
    where: { direction_website_id_customer_group_id: key },
    create: { ...key, points, currency_amount },
    update: { points, currency_amount },
  });
};

/** Deletes a rate. Returns whether there was one. */
export const deleteRate = async (db: Db, rate_id: number): Promise<boolean> =>
  (await db.models.rewardRate.deleteMany({ where: { rate_id } })).count > 0;

/** Directions of rates. */
export const toCurrency = 1;
export const toPoints = 2;

/** A number of points and the amount they are worth. */
interface Rate {
  readonly points: number;
  readonly amount: Amount;
}

/**
 * Returns the rate of a direction, by default from points to currency, for a customer group on a website. A rate of the
 * group takes precedence, then a rate of the website.
 */
// SQL: measured by `place-order-with-balances`. Every cart that is paid with points reads the rate.
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
