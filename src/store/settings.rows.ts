import type { Db } from "../db/database.js";

/** Sets a setting for all scopes without a value of their own. */
export async function writeDefaultSetting(db: Db, path: string, value: string): Promise<void> {
  const key = { path, scope: "default", scope_id: 0 };
  await db.models.configValue.upsert({
    where: { path_scope_scope_id: key },
    create: { ...key, value },
    update: { value },
  });
}
