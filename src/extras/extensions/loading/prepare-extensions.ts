import type { Logger } from "pino";
import type { Config } from "../../../config.js";
import type { Database } from "../../../platform/db/database.js";
import { hasVersions } from "../extensions.rows.js";

/**
 * Loads the extensions of the settings and applies their migrations. Nothing is loaded without extensions, except to note
 * that there are none any more. Built-in ones have none. Throws `ExtensionError`.
 */
export async function prepareExtensions(
  db: Database,
  config: Pick<Config, "PORTICO_EXTENSIONS">,
  log?: Logger,
): Promise<void> {
  if (config.PORTICO_EXTENSIONS === "" && !(await hasVersions(db))) return;
  const [{ loadExtensions }, { isBuiltIn }, { migrateExtensions }] = await Promise.all([
    import("./load-extensions.js"),
    import("./built-in.js"),
    import("./migrate-extensions.js"),
  ]);
  await migrateExtensions(
    db.unlimited,
    loadExtensions(config).filter((one) => !isBuiltIn(one)),
    log,
  );
}
