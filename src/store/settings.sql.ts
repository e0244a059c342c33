// SQL: read while products are saved and found, which the benchmark measures (drain `POST /async/bulk/V1/products`).
import type { Db } from "../db/database.js";
import { type SettingRow, Settings } from "./settings.js";

/** Reads the settings of the paths in all scopes with one statement. */
export async function readSettings(db: Db, paths: readonly string[]): Promise<Settings> {
  return new Settings(
    await db.query<SettingRow>(`select scope, scope_id, path, value from config_value where path = any($1::text[])`, [
      paths,
    ]),
  );
}
