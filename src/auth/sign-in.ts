import type { Db } from "../db/database.js";
import { readSettings } from "../store/settings.js";
import { missing, signInFailed } from "../webapi/errors.js";
import { verifyPassword } from "./password.js";

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface Account {
  readonly id: number;
  readonly password_hash: string | null;
  readonly is_active: boolean;
}

/**
 * The id of the administrator whom the credentials belong to. Throws 400 for empty ones, and 401 for an unknown name, a
 * wrong password and an inactive account alike, after the same work.
 */
export async function signInAdmin(db: Db, credentials: Credentials): Promise<number> {
  demandBoth(credentials);
  const [account] = await db.query<Account>(
    `select id, password_hash, is_active from admin_user where username_key = $1::text`,
    [credentials.username.toLowerCase()],
  );
  return checked(account, credentials.password);
}

/**
 * The id of the customer whom the e-mail address and the password belong to, on the website, or, where the setting shares
 * accounts between websites, on any; website 0 stands for the default one. Throws as `signInAdmin` does.
 */
export async function signInCustomer(db: Db, credentials: Credentials, websiteId: number): Promise<number> {
  demandBoth(credentials);
  const settings = await readSettings(db, [sharing, confirming]);
  const [account] = await db.query<Account & { unconfirmed: boolean; store_id: number; website_id: number }>(
    `select id, password_hash, is_active, website_id, store_id, coalesce(confirmation, '') <> '' as unconfirmed
     from customer
     where email_key = $1::text
       and ($3::boolean or website_id = coalesce(nullif($2::int, 0), (select id from website where is_default limit 1)))
     order by website_id = $2::int desc, id
     limit 1`,
    [credentials.username.toLowerCase(), websiteId, settings.value(sharing, globally) === "0"],
  );
  const id = await checked(account, credentials.password);
  const scope = { storeId: account?.store_id ?? 0, websiteId: account?.website_id ?? 0 };
  if (account?.unconfirmed && settings.isOn(confirming, scope)) throw signInFailed();
  return id;
}

const sharing = "customer/account_share/scope";
const confirming = "customer/create_account/confirm";
const globally = { storeId: 0, websiteId: 0 };

function demandBoth(credentials: Credentials): void {
  const empty = (["username", "password"] as const).filter((name) => credentials[name] === "");
  if (empty.length > 0) throw missing(empty);
}

/** The password is verified even where the outcome is certain, so that the time taken gives nothing away. */
async function checked(account: Account | undefined, password: string): Promise<number> {
  const matches = await verifyPassword(account?.password_hash, password);
  if (!account || !matches || !account.is_active) throw signInFailed();
  return account.id;
}
