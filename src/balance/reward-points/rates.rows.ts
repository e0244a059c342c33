import type { Db } from "../../db/database.js";
import { asAmount } from "../../money/amount.js";
import { modelFields } from "../../search-criteria/model-fields.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchModel } from "../../search-criteria/search-model.js";
import { RewardRate, type RewardRateSearchResults } from "./reward-points.types.js";

/** Directions of rates. */
export const toCurrency = 1;
export const toPoints = 2;

/**
 * Returns the rate of a direction, by default from points to currency, for a group in a website: the one of the group first,
 * then of the website.
 */
export async function readRateFor(
  db: Db,
  { websiteId, groupId }: { readonly websiteId: number; readonly groupId: number },
  direction = toCurrency,
) {
  const rate = await db.models.rewardRate.findFirst({
    where: { direction, website_id: { in: [0, websiteId] }, customer_group_id: { in: [0, groupId] } },
    orderBy: [{ customer_group_id: "desc" }, { website_id: "desc" }],
  });
  return rate ? { points: rate.points, amount: asAmount(rate.currency_amount) } : undefined;
}

const fields = modelFields("rewardRate", RewardRate);

/** Returns the rates that match the criteria. */
export const searchRates = (db: Db, searchCriteria: SearchCriteria): Promise<RewardRateSearchResults> =>
  searchModel(db, searchCriteria, { fields, read: (query) => db.models.rewardRate.findMany(query) });

/** Writes the rate of a direction, a website and a group. Returns it. */
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
