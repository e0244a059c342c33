import { plainDecimal } from "../../../api/contract/scalars.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { PriceGuardRail, type PriceGuardRailSearchResults } from "./guard-rails.types.js";

const fields = modelFields("priceGuardRail", PriceGuardRail);

type GuardRailRow = Row<"priceGuardRail">;
export type GuardRailData = Omit<GuardRailRow, "id">;

/** Returns the guard-rails that match the criteria. */
export async function searchGuardRails(db: Db, criteria: SearchCriteria): Promise<PriceGuardRailSearchResults> {
  const page = await searchModel(db, criteria, {
    fields,
    read: (query) => db.models.priceGuardRail.findMany(query),
  });
  return { ...page, items: page.items.map(toGuardRail) };
}

/** Inserts a guard-rail and returns it, or undefined if the website already has one for the kind. */
export async function insertGuardRail(db: Db, data: GuardRailData): Promise<PriceGuardRail | undefined> {
  const [row] = await db.models.priceGuardRail.createManyAndReturn({ data: [data], skipDuplicates: true });
  return row && toGuardRail(row);
}

/** Returns the guard-rail of a website for a kind, or undefined. */
export async function findGuardRail(db: Db, { website_id, kind }: Pick<GuardRailRow, "website_id" | "kind">) {
  return (await db.models.priceGuardRail.findFirst({ where: { website_id, kind } })) ?? undefined;
}

/** Replaces a guard-rail and returns it, or undefined for an unknown id. */
export async function updateGuardRail(db: Db, id: number, data: GuardRailData): Promise<PriceGuardRail | undefined> {
  const [row] = await db.models.priceGuardRail.updateManyAndReturn({ where: { id }, data });
  return row && toGuardRail(row);
}

/** Deletes a guard-rail and returns it, or undefined for an unknown id. */
export async function deleteGuardRailRow(db: Db, id: number): Promise<PriceGuardRail | undefined> {
  const row = await db.models.priceGuardRail.findUnique({ where: { id } });
  const { count } = await db.models.priceGuardRail.deleteMany({ where: { id } });
  return row && count > 0 ? toGuardRail(row) : undefined;
}

const plain = (value: string | null) => (value === null ? null : plainDecimal(value));

const toGuardRail = (row: GuardRailRow): PriceGuardRail => ({
  ...row,
  max_rise_percent: plain(row.max_rise_percent),
  max_fall_percent: plain(row.max_fall_percent),
  floor_above_cost_percent: plain(row.floor_above_cost_percent),
  ceiling: plain(row.ceiling),
});
