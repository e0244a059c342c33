import type { Db } from "../../../platform/db/database.js";
import { type Row, withoutNulls } from "../../../platform/db/models.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { CheckoutAgreement } from "./agreements.types.js";

const fields = modelFields("checkoutAgreement", CheckoutAgreement, { store_id: "stores.store_id" });

/** Filter for active agreements of a store view or of all store views. */
const ofStore = (storeId: number) => ({
  is_active: true,
  stores: { some: { store_id: { in: [0, storeId] } } },
});

/** Returns the active agreements of a store view. */
export async function readActiveAgreements(db: Db, storeId: number): Promise<CheckoutAgreement[]> {
  const rows = await db.models.checkoutAgreement.findMany({
    where: ofStore(storeId),
    orderBy: { agreement_id: "asc" },
  });
  return rows.map(toAgreement);
}

/** Returns the ids of the agreements that shoppers of a store view must tick. */
export async function readRequiredAgreements(db: Db, storeId: number): Promise<number[]> {
  const rows = await db.models.checkoutAgreement.findMany({
    where: { ...ofStore(storeId), mode: 1 },
    select: { agreement_id: true },
  });
  return rows.map(({ agreement_id }) => agreement_id);
}

/** Returns the active and inactive agreements that match the criteria. */
export async function searchAgreements(db: Db, searchCriteria: SearchCriteria): Promise<CheckoutAgreement[]> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.checkoutAgreement.findMany(query),
  });
  return page.items.map(toAgreement);
}

const toAgreement = ({ content_height, ...row }: Row<"checkoutAgreement">): CheckoutAgreement => ({
  ...row,
  ...withoutNulls({ content_height }),
});
