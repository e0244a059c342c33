import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { RewardRate, type RewardRateSearchResults } from "./reward-points.types.js";

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
