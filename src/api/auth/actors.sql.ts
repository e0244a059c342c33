// SQL: measured by `drain-price-updates` and `drain-special-prices`, whose batches look up their callers, and by
// `start`, before which a model would load Prisma's client.
import type { Db } from "../../platform/db/database.js";
import type { ShopAccounts } from "./sign-in/shop-accounts.js";
import { type Actor, guest, priceRightsOf, UserType, userTypeOf } from "./actor.js";

/** Identifies a caller: the user type and the id of that type; null for a guest. */
export interface ActorKey {
  readonly userType: number;
  readonly userId: number | null;
}

interface ActorRow {
  readonly user_type: number;
  readonly user_id: number;
  readonly resources: readonly string[];
  readonly price_rights: readonly string[] | null;
}

/** Whether there is any administrator. */
export async function hasAdmins(db: Db): Promise<boolean> {
  return (await db.one("select 1 from admin_user limit 1")) !== undefined;
}

const key = (type: number, id: number | null) => `${type}:${id ?? ""}`;

/**
 * Loads callers with their current rights, for operations accepted earlier. A caller who has since been deactivated,
 * revoked or deleted is treated as a guest. One statement.
 */
export async function loadActors(
  db: Db,
  keys: readonly ActorKey[],
  { customers }: Pick<ShopAccounts, "customers">,
): Promise<(actor: ActorKey) => Actor> {
  const known = keys.filter(({ userId }) => userId !== null);
  const rows =
    known.length === 0
      ? []
      : await db.query<ActorRow>(
          `select 2 as user_type, u.id as user_id, r.resources, r.price_rights
           from admin_user u join admin_role r on r.id = u.role_id
           where u.is_active and u.id = any($1::int[])
           union all
           select 3, c.id, '{}', null from ${customers} c where c.is_active and c.id = any($2::int[])
           union all
           select 1, i.id, i.resources, i.price_rights from integration i where i.status = 1 and i.id = any($3::int[])`,
          [idsOf(known, UserType.administrator), idsOf(known, UserType.customer), idsOf(known, UserType.integration)],
        );
  const actors = new Map(
    rows.map(({ user_type, user_id, resources, price_rights }): [string, Actor] => [
      key(user_type, user_id),
      {
        type: userTypeOf(user_type),
        id: user_id,
        resources: new Set(resources),
        ...priceRightsOf(price_rights),
      },
    ]),
  );
  return ({ userType, userId }) => actors.get(key(userType, userId)) ?? guest;
}

const idsOf = (keys: readonly ActorKey[], type: number) => [
  ...new Set(keys.filter(({ userType }) => userType === type).map(({ userId }) => userId)),
];
