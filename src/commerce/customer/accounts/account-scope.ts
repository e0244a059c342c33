import type { Db } from "../../../platform/db/database.js";
import type { StoreScope } from "../../../api/call/context.js";
import { type RankedView, readRankedViews } from "../../store/published.js";
import { storeNotFound, websiteNotFound } from "../../store/published.structure.js";
import { inputError } from "../../../api/call/errors.js";
import type { Customer } from "../customers.types.js";

/** The store view of a customer, and the website of the account. */
export interface AccountScope {
  readonly storeId: number;
  readonly websiteId: number;
  readonly storeName: string;
}

/**
 * Returns the account scope of a new or moved customer: the store view and website in the customer, or else those of the
 * call. Throws 404 for an unknown store view or website, 400 if they do not belong together and accounts are per website.
 */
export async function resolveAccountScope(
  db: Db,
  customer: Customer,
  by: { scope: StoreScope; isShared: boolean },
): Promise<AccountScope> {
  const views = await readRankedViews(db);
  const view = viewOf(views, customer, by.scope);
  const websiteId = customer.website_id || view.website_id;
  const website = views.find((candidate) => candidate.website_id === websiteId);
  if (!website) throw websiteNotFound(websiteId);
  if (view.website_id !== websiteId && !by.isShared) {
    throw inputError("The store view is not in the associated website.");
  }
  return { storeId: view.id, websiteId, storeName: view.name };
}

function viewOf(views: readonly RankedView[], { store_id, website_id }: Customer, scope: StoreScope): RankedView {
  if (!store_id && website_id) {
    const found = views.find((view) => view.website_id === website_id);
    if (!found) throw websiteNotFound(website_id);
    return found;
  }
  const wanted = store_id || scope.storeId;
  const found = wanted === 0 ? views[0] : views.find((view) => view.id === wanted);
  if (!found) throw storeNotFound();
  return found;
}
