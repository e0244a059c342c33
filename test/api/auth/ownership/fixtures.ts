import { hashPassword } from "../../../../src/api/auth/sign-in/password.js";
import { tokenHash } from "../../../../src/api/auth/tokens/tokens.js";
import { startApp, type TestApp } from "../../../support/app.js";
import { waitForBulk } from "../../../support/bulk.js";
import type { Client } from "../../../support/client.js";
import { address, set } from "../../../commerce/customer/support.js";
import type { TargetValues } from "./attempts.js";
import type { CallerValues } from "./places.js";
import { type Dump, dumpOf, scalarsIn, uniqueColumns } from "./rows.js";

/** An application with two customers, of whom the thief tries to reach the data of the victim. */
export interface Stage {
  readonly app: TestApp;
  readonly admin: Client;
  readonly thief: Thief;
  readonly victim: Victim;
  /** All rows except those of the thief. */
  readonly strangers: Dump;
}

interface Victim {
  readonly id: number;
  readonly email: string;
  /** The rows of the victim. */
  readonly rows: Dump;
  /** Values that the thief already knows. */
  readonly aims: TargetValues;
  /** Values that occur only in the victim's rows. No answer may contain them. */
  readonly secrets: readonly string[];
}

interface Thief {
  readonly id: number;
  readonly client: Client;
  /** Headers of a client: its session, from a page of the shop. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the thief's own values, with an unused e-mail address for a new customer. */
  words(asNewcomer: boolean): CallerValues;
  /** Restores everything that the thief's calls may have used up: token, session, password, keys, e-mail address. */
  refresh(): Promise<void>;
}

/** First id of the victim's rows, far from all other numbers. */
const firstVictimId = 7_000_000;
export const firstLaterId = 8_000_000;

/** Tables for logs and for internal use. No operation refers to their rows. */
export const internalTables = [
  "audit_event",
  "bulk_idempotency_key",
  "mail",
  "password_reset_request",
  "sign_in_address",
  "sign_in_failure",
];

export async function setStage(): Promise<Stage> {
  const app = await startApp({
    PORTICO_CONSUMER: "on",
    PORTICO_GUEST_BULK: "on",
    PORTICO_SIGN_IN_RATE: "1000000",
    PORTICO_GRAPHQL_COST: "1000000",
    PORTICO_TWO_FACTOR: "on",
  });
  const admin = await app.asAdmin();
  await set(app, "oauth/authentication_lock/max_failures_count", "0");
  await set(app, "customer/password/password_reset_protection_type", "0");
  await addSecondWebsite(app);
  const first = await dumpOf(app);
  const thief = await createThief(app, admin);
  const before = await dumpOf(app);
  await moveSequences(app, firstVictimId);
  const { id, email } = await customer(app, admin, { firstname: "Philippa", lastname: "Quillfeather" });
  await moveSequences(app, firstLaterId);
  const all = await dumpOf(app);
  const rows = all.without(before);
  const aims = await findTargetValues(app, rows, { id, email });
  const known = new Set([...before.scalars(), ...aims.ids.map(String), ...aims.texts]);
  const secrets = rows.scalars().filter((value) => isRevealing(value) && !known.has(value));
  const victim = { id, email, rows, secrets, aims };
  return { app, admin, thief, victim, strangers: all.without(before.without(first)) };
}

/** Adds a website, a store and a store view with the id 2, so that 2 is always another one. */
async function addSecondWebsite({ db }: TestApp): Promise<void> {
  await db.execute(`insert into website (id, code, name, default_group_id) values (2, 'eu', 'Europe', 2)`);
  await db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (2, 2, 'eu', 'Europe', 2)`,
  );
  await db.execute(`insert into store (id, code, name, website_id, store_group_id) values (2, 'eu', 'Europe', 2, 2)`);
}

/** Moves each sequence to a range of its own. */
const moveSequences = ({ db }: TestApp, from: number) =>
  db.query(
    `select setval(oid::regclass, $1::bigint + 1000 * row_number() over (order by relname)) from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace`,
    [from],
  );

const passwordOf = (lastname: string) => `${lastname}1234`;

/**
 * Creates a customer with data in every table: addresses, a token, a session, a bulk, a password reset key, mails.
 */
async function customer(app: TestApp, admin: Client, name: { readonly firstname: string; readonly lastname: string }) {
  const email = `${name.firstname}.${name.lastname}@example.com`.toLowerCase();
  const { firstname, lastname } = name;
  const home = {
    ...address,
    ...name,
    street: [`Lane of ${lastname}`],
    telephone: `555 ${lastname}`,
    city: `${lastname} City`,
  };
  const person = {
    ...name,
    email,
    taxvat: `tax of ${lastname}`,
    addresses: [
      { ...home, default_billing: true },
      { ...home, company: `${lastname} Ltd`, default_shipping: true },
    ],
  };
  const guest = app.asGuest();
  const password = passwordOf(lastname);
  const { body } = await guest.post("/V1/customers", { customer: person, password });
  const own = await app.asCustomer(email);
  const credentials = { username: email, password };
  const script = { "X-Requested-With": "XMLHttpRequest" };
  const session = await guest.post("/V1/session/customer", credentials, { headers: script });
  const bulk = await own.put(
    "/async/V1/customers/me",
    { customer: { firstname, middlename: `middle ${lastname}` } },
    { headers: { "Idempotency-Key": `"key of ${lastname}"` } },
  );
  await waitForBulk(admin, bulk);
  await guest.put("/V1/customers/password", { email, template: "email_reset" });
  const cookie = session.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return {
    id: body.id as number,
    email,
    client: own,
    bulk: bulk.body.bulk_uuid as string,
    headers: { ...script, Cookie: cookie },
  };
}

async function createThief(app: TestApp, admin: Client): Promise<Thief> {
  const { id, email, client, bulk, headers } = await customer(app, admin, { firstname: "Tom", lastname: "Thief" });
  const password = passwordOf("Thief");
  const passwordHash = await hashPassword(password);
  const [resetToken, confirmation] = ["r".repeat(32), "confirmation-key"];
  let newcomerCount = 0;
  const words = (asNewcomer: boolean): CallerValues => {
    const named = asNewcomer ? `newcomer-${(newcomerCount += 1)}@example.com` : email;
    return {
      ...address,
      email: named,
      customer_email: named,
      customer_id: id,
      username: email,
      password,
      current_password: password,
      new_password: "Another1234",
      confirmation_key: confirmation,
      reset_token: resetToken,
      reset_password_link_token: resetToken,
      template: "email_reset",
      bulk_uuid: bulk,
      operation: "updateCustomer",
      elements: [{ customer: { firstname: "Tom" } }],
      request_name: "quick_search_container",
      field: "sku",
      currency_code: "USD",
      store_id: 1,
      scope_type: "website",
      scope_code: "base",
    };
  };
  const refresh = async () => {
    await app.db.execute(
      `with woken as (update access_token set revoked_at = null where user_type = 3 and user_id = $1::int)
       , signed_in as (
         insert into caller_session (token_hash, user_type, user_id) values (decode($2::text, 'hex'), 3, $1::int)
         on conflict do nothing)
       update customer set password_hash = $3::text, confirmation = $4::text, reset_token_hash = $5::text,
         reset_token_created_at = now(), email = $6::text, email_key = $6::text
       where id = $1::int`,
      [id, tokenHash(headers.Cookie.replace(/^.*=/, "")), passwordHash, confirmation, tokenHash(resetToken), email],
    );
  };
  return { id, client, headers, words, refresh };
}

/** Returns values that identify the victim's rows: one for each identifying column, starting with the customer's. */
async function findTargetValues(
  app: TestApp,
  rows: Dump,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<TargetValues> {
  const columns = (await uniqueColumns(app)).filter(({ table }) => !internalTables.includes(table));
  const keys = columns.flatMap(({ table, column }) =>
    rows
      .of(table)
      .slice(0, 1)
      .flatMap((row) => scalarsIn(row[column])),
  );
  const isHash = (text: string) => /^(?:\\x)?[0-9a-f]{64}$/.test(text);
  const ids = keys.map(Number).filter((key) => key >= firstVictimId && key < firstLaterId);
  const texts = keys.filter((key) => isRevealing(key) && !isHash(key) && Number.isNaN(Number(key)));
  return { ids: [...new Set([id, ...ids])], texts: [...new Set([email, ...texts])] };
}

/** Whether a value is unique enough. Short texts and times are not. */
const isRevealing = (value: string): boolean => value.length >= 6 && !/^\d{4}-\d\d-\d\d[T ]/.test(value);
