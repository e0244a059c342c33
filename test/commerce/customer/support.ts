import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

export const customers = "/V1/customers";
export const password = "Secret12";

/** An address that breaks no rule. */
export const address = {
  firstname: "Jane",
  lastname: "Doe",
  street: ["1 Main Street", "Floor 2"],
  city: "Los Angeles",
  postcode: "90001",
  telephone: "555-0100",
  country_id: "US",
  region_id: 12,
};

let count = 0;

export const freshEmail = () => `person${(count += 1)}@example.com`;

/** A new customer who breaks no rule, or those that are given. */
export const fresh = (more: object = {}) => ({ email: freshEmail(), firstname: "Jane", lastname: "Doe", ...more });

export const countCustomers = ({ db }: TestApp) => db.models.customer.count();

/** A customer of the tests, with a way to call as that customer. */
export interface Person {
  readonly id: number;
  readonly email: string;
  readonly self: Client;
  // oxlint-disable-next-line typescript/no-explicit-any -- what was answered
  readonly body: any;
}

/** Creates a customer with the usual password. */
export async function newPerson(app: TestApp, more: object = {}): Promise<Person> {
  const customer = fresh(more);
  const { status, body } = await app.asGuest().post(customers, { customer, password });
  if (status !== 200) throw new Error(`no customer: ${JSON.stringify(body)}`);
  return { id: body.id, email: customer.email, self: await app.asCustomer(customer.email), body };
}

/** Sets a setting for all scopes. */
export const set = (app: TestApp, path: string, value: string) =>
  app.db.execute(
    `insert into config_value (scope, scope_id, path, value) values ('default', 0, $1::text, $2::text)
     on conflict (path, scope, scope_id) do update set value = excluded.value`,
    [path, value],
  );

/** Adds two websites with a store view each: 5, `eu`, and 6, `us`. */
export async function addEuAndUs({ db }: TestApp): Promise<void> {
  await db.execute(
    `insert into website (id, code, name, default_group_id) values (5, 'eu', 'EU', 5), (6, 'us', 'US', 6)`,
  );
  await db.execute(
    `insert into store_group (id, website_id, code, name, default_store_id) values (5, 5, 'eu', 'EU', 5), (6, 6, 'us', 'US', 6)`,
  );
  await db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'eu', 'EU', 5, 5), (6, 'us', 'US', 6, 6)`,
  );
}

/** A mail of the outbox. */
export interface QueuedMail {
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
}

/** The mails to an address, the oldest first. */
export const mailsTo = (app: TestApp, recipient: string) =>
  app.db.query<QueuedMail>(
    `select kind, recipient, subject, body from mail where recipient = $1::text order by created_at, id`,
    [recipient],
  );

/** Returns a query parameter of the link in a mail. */
export function linkParameter({ body }: QueuedMail, name: string): string {
  const [link] = /https?:\S+/.exec(body) ?? [];
  const value = new URL(link ?? "about:blank").searchParams.get(name);
  if (value === null) throw new Error(`no ${name} in ${body}`);
  return value;
}

export const notFound = (fieldName: string, fieldValue: string | number) => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});

export const refused = (resources: string) => ({
  message: "The consumer isn't authorized to access %resources.",
  parameters: { resources },
});
