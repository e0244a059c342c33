import type { Db } from "../../../platform/db/database.js";
import { type SettingRow, Settings } from "./settings.js";
import { batched } from "../../../platform/db/batched.js";

/** Sets a setting for all scopes without a value of their own. */
export const writeDefaultSetting = (db: Db, path: string, value: string): Promise<void> =>
  writeSetting(db, { path, scope: "default", scope_id: 0, value });

/** Sets a setting for a scope. */
export async function writeSetting(db: Db, { value, ...key }: SettingRow): Promise<void> {
  await db.models.configValue.upsert({
    where: { path_scope_scope_id: key },
    create: { ...key, value },
    update: { value },
  });
}

/** Returns the stored settings of a path and of all paths below it. */
export const readSettingsBelow = (db: Db, path: string): Promise<SettingRow[]> =>
  db.models.configValue.findMany({ where: { OR: [{ path }, { path: { startsWith: `${path}/` } }] } });

/** Whether any scope has a value for the path. */
export const isStoredSetting = async (db: Db, path: string): Promise<boolean> =>
  (await db.models.configValue.findFirst({ where: { path }, select: { path: true } })) !== null;

/** Removes a setting from a scope, which then inherits the value of the wider scope. */
export async function removeSetting(db: Db, key: Omit<SettingRow, "value">): Promise<void> {
  await db.models.configValue.deleteMany({ where: key });
}

/**
 * Reads the settings of the paths in all scopes. Concurrent reads share one statement, because an order needs settings in
 * many places.
 */
// SQL: measured by `drain-creations` and `place-order`, which read settings in many places.
export const readSettings: (db: Db, paths: readonly string[]) => Promise<Settings> = batched({
  groupBy: () => "",
  load: async (db, wanted: readonly (readonly string[])[]) => {
    const rows = await db.query<SettingRow>(
      "select scope, scope_id, path, value from config_value where path = any($1::text[])",
      [[...new Set(wanted.flat())]],
    );
    const settings = new Settings(rows);
    return wanted.map(() => settings);
  },
});
