import type { Db } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { BalanceEntry, type BalanceEntrySearchResults } from "./balances.types.js";
import type { BalanceKind, CustomerBalance } from "./balances.sql.js";

const fields = modelFields("balanceEntry", BalanceEntry);

/** Returns the entries that match the criteria. */
export function searchEntries(db: Db, searchCriteria: SearchCriteria): Promise<BalanceEntrySearchResults> {
  return searchModel(db, searchCriteria, { fields, read: (query) => db.models.balanceEntry.findMany(query) });
}

/** Returns the id and the balance of a customer, or null. */
export const readBalance = (db: Db, kind: BalanceKind, { customerId, websiteId }: CustomerBalance) =>
  db.models.balanceAccount.findUnique({
    where: { customer_id_kind_website_id: { customer_id: customerId, kind, website_id: websiteId } },
    select: { id: true, balance: true },
  });

/** Creates a balance without an owner, for a gift card, and returns its id. */
export async function createBalance(db: Db, kind: BalanceKind, website_id: number): Promise<number> {
  return (await db.models.balanceAccount.create({ data: { kind, website_id }, select: { id: true } })).id;
}

/** Deletes balances but keeps their entries. */
export const deleteBalances = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.models.balanceAccount.deleteMany({ where: { id: { in: [...ids] } } });

/** Returns the website of a balance. */
export const readWebsiteOf = async (db: Db, id: number): Promise<number> =>
  (await db.models.balanceAccount.findUnique({ where: { id }, select: { website_id: true } }))?.website_id ?? 0;
