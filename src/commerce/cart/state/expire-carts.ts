import type { Kernel } from "../../../api/call/kernel.js";
import type { Db } from "../../../platform/db/database.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { readSettings, readStoreViews } from "../../store/published.js";
import { deleteIdleCarts } from "../carts.rows.js";

/** Days after which a cart without changes is deleted; 0 keeps it. */
const path = "checkout/cart/delete_quote_after";

const day = 86_400_000;

/** Deletes carts, including closed ones, that were not changed for the number of days set for their store view. */
async function expireCarts(db: Db): Promise<number> {
  const settings = await readSettings(db, [path]);
  let deleted = 0;
  for (const { id, website_id } of await readStoreViews(db)) {
    const days = settings.number(path, { storeId: id, websiteId: website_id });
    if (days > 0) deleted += await deleteIdleCarts(db, id, new Date(Date.now() - days * day));
  }
  return deleted;
}

/** Deletes expired carts once a day. Several processes can run it at once. */
export const cartExpiry = ({ db, log }: Pick<Kernel, "db" | "log">): Recurring =>
  new Recurring(() => expireCarts(db), {
    pause: day,
    onError: (error) => log.warn({ err: error }, "failed to delete expired carts, will retry in a day"),
  });
