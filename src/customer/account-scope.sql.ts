import type { Db } from "../db/database.js";
import type { StoreScope } from "../call/context.js";
import { storeNotFound, websiteNotFound } from "../store/published.js";
import { inputError } from "../call/errors.js";
import type { Customer } from "./customers.types.js";

/** The store view that a customer comes from, and the website that the account is for. */
export interface Home {
  readonly storeId: number;
  readonly websiteId: number;
  readonly storeName: string;
}

interface View {
  readonly id: number;
  readonly name: string;
  readonly website_id: number;
  readonly leads: boolean;
  readonly is_default: boolean;
}

/** Store views of shoppers, those first that their website shows first, the default website's before all. */
const shopViews = `
  select s.id, s.name, s.website_id, w.is_default,
    (g.id = w.default_group_id and s.id = g.default_store_id) as leads
  from store s
  join store_group g on g.id = s.store_group_id
  join website w on w.id = s.website_id
  where s.id <> 0
  order by w.is_default desc, leads desc, s.id`;

/**
 * Where a new customer belongs: to the store view and website that the call names, else to those of its scope. 404 for a
 * store view or website that does not exist, 400 where the two do not go together and accounts are kept apart by website.
 */
export async function homeOf(db: Db, customer: Customer, by: { scope: StoreScope; isShared: boolean }): Promise<Home> {
  const views = await db.query<View>(shopViews);
  const view = viewOf(views, customer, by.scope);
  const websiteId = customer.website_id || view.website_id;
  const website = views.find((candidate) => candidate.website_id === websiteId);
  if (!website) throw websiteNotFound(websiteId);
  if (view.website_id !== websiteId && !by.isShared) {
    throw inputError("The store view is not in the associated website.");
  }
  return { storeId: view.id, websiteId, storeName: view.name };
}

function viewOf(views: readonly View[], { store_id, website_id }: Customer, scope: StoreScope): View {
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
