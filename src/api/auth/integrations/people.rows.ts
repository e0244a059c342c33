import type { Db } from "../../../platform/db/database.js";
import { UserType } from "../actor.js";

/** A caller as stored: the type of user and the id. */
interface StoredCaller {
  readonly type: number;
  readonly id: number | null;
}

/**
 * Returns the id of the administrator behind a caller: an administrator, or the creator of an integration. Null if there
 * is none or none is known.
 */
export async function readPerson(db: Db, { type, id }: StoredCaller): Promise<number | null> {
  if (id === null || type === UserType.administrator) return id;
  if (type !== UserType.integration) return null;
  const found = await db.models.integration.findUnique({ where: { id }, select: { created_by: true } });
  return found?.created_by ?? null;
}

/** Whether the same administrator is behind two callers. */
export async function isSamePerson(db: Db, callers: readonly [StoredCaller, StoredCaller]): Promise<boolean> {
  const [one, other] = [await readPerson(db, callers[0]), await readPerson(db, callers[1])];
  return one !== null && one === other;
}
