import type { Db } from "../../../platform/db/database.js";

/** Returns the stored price rights of a role, or undefined for an unknown role. */
export async function readPriceRights(db: Db, id: number): Promise<readonly string[] | undefined> {
  const role = await db.models.adminRole.findUnique({ where: { id }, select: { price_rights: true } });
  return role?.price_rights;
}

/** Replaces the price rights of a role and returns its name, or undefined for an unknown role. */
export async function updatePriceRights(db: Db, id: number, rights: readonly string[]): Promise<string | undefined> {
  const [role] = await db.models.adminRole.updateManyAndReturn({
    where: { id },
    data: { price_rights: [...rights] },
    select: { name: true },
  });
  return role?.name;
}
