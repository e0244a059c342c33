// SQL: models cannot send the ids or email addresses of all customers that the operations of a bulk name as one parameter.
import type { Db } from "../../../platform/db/database.js";

/** Returns the ordering keys of customers by their email addresses, for callers who name them by their ids. */
async function findByIds(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query<{ id: number; email_key: string }>(
    "select id, email_key from customer where id = any($1::int[])",
    [ids],
  );
  return new Map(rows.map(({ id, email_key }) => [id, [`customer:${email_key}`]]));
}

/** Returns the ordering keys of customers by their ids, for callers who name them by their addresses in lower case. */
async function findByEmails(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ email_key: string; ids: number[] }>(
    `select email_key, array_agg(id order by id) as ids from customer
     where email_key = any($1::text[]) group by email_key`,
    [emails],
  );
  return new Map(rows.map(({ email_key, ids }) => [email_key, ids.map((id) => `customer:${id}`)]));
}

/** The look-ups of the ordering keys of customers, whom some routes name by their ids and others by their email addresses. */
export const customerKeys = { byId: findByIds, byText: findByEmails } as const;
