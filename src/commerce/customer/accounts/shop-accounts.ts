import type { LockRule, ShopAccounts } from "../../../api/auth/sign-in/shop-accounts.js";
import { globalScope, readDefaultWebsite, readSettings, type Settings } from "../../store/published.js";
import { customers } from "../published.sql.js";
import { findAccount, renewCustomerHash } from "./accounts.rows.js";

const sharingPath = "customer/account_share/scope";
const confirmationPath = "customer/create_account/confirm";
const maxFailuresPath = "oauth/authentication_lock/max_failures_count";
const lockSecondsPath = "oauth/authentication_lock/timeout";
const lockPaths = [maxFailuresPath, lockSecondsPath];

const lockRuleOf = (settings: Settings): LockRule => ({
  failures: settings.number(maxFailuresPath, globalScope),
  seconds: settings.number(lockSecondsPath, globalScope),
});

/** The accounts of customers, for authentication. */
export const shopAccounts: ShopAccounts = {
  customers,
  readLockRule: async (db) => lockRuleOf(await readSettings(db, lockPaths)),
  findCustomer: async ({ db, scope }, email) => {
    const settings = await readSettings(db, [sharingPath, confirmationPath, ...lockPaths]);
    const websiteId = scope.websiteId || (await readDefaultWebsite(db));
    const isShared = settings.value(sharingPath, globalScope) === "0";
    const found = await findAccount(db, email, { websiteId, isShared });
    const lock = lockRuleOf(settings);
    if (!found) return { account: undefined, lock };
    const { is_active, confirmation, store_id: storeId, website_id } = found;
    const mustConfirm = confirmation && settings.isOn(confirmationPath, { storeId, websiteId: website_id });
    return { account: { ...found, is_open: is_active && !mustConfirm }, lock };
  },
  renewHash: renewCustomerHash,
};
