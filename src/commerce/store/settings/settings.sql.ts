// SQL: measured by `drain-creations` and `place-order`, which read settings in many places.
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import { type SettingRow, Settings } from "./settings.js";

/**
 * Reads the settings of the paths in all scopes. Concurrent reads share one statement, because an order needs settings in
 * many places.
 */
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
