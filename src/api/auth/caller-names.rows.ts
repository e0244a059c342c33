import type { Db } from "../../platform/db/database.js";
import { UserType } from "./actor.js";

/** A caller, as stored with an action. */
interface StoredCaller {
  readonly actor_type: number;
  readonly actor_id: number | null;
}

/**
 * Returns a function that returns the user name of an administrator or the name of an integration; null for other and
 * deleted callers.
 */
export async function readCallerNames(
  db: Db,
  callers: readonly StoredCaller[],
): Promise<(caller: StoredCaller) => string | null> {
  const idsOf = (type: UserType) => [
    ...new Set(callers.flatMap((caller) => (caller.actor_type === type ? (caller.actor_id ?? []) : []))),
  ];
  const [administrators, integrations] = [idsOf(UserType.administrator), idsOf(UserType.integration)];
  const names = new Map<string, string>();
  if (administrators.length > 0) {
    const found = await db.models.adminUser.findMany({
      where: { id: { in: administrators } },
      select: { id: true, username: true },
    });
    for (const { id, username } of found) names.set(`${UserType.administrator} ${id}`, username);
  }
  if (integrations.length > 0) {
    const found = await db.models.integration.findMany({
      where: { id: { in: integrations } },
      select: { id: true, name: true },
    });
    for (const { id, name } of found) names.set(`${UserType.integration} ${id}`, name);
  }
  return ({ actor_type: type, actor_id: id }) => names.get(`${type} ${id}`) ?? null;
}
