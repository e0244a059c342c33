import { audit, type By } from "../../../api/auth/audit.rows.js";
import type { Configured } from "../../../config.js";
import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { knownSettings } from "./known-settings.js";
import { isStoredSetting, readSettingsBelow, removeSetting, writeSetting } from "./settings.rows.js";
import { Settings, type SettingScope } from "./settings.js";
import type { ShopSetting } from "./settings.types.js";
import { readStoreViews, readWebsites } from "../stores.rows.js";
import { unknownPath } from "./unknown-path.js";

/** The scope of a setting, as a caller gives it: `websites` and `stores` need a code. */
export interface NamedScope {
  readonly scope: string;
  readonly code?: string | undefined;
}

interface FoundScope extends SettingScope {
  readonly scope: string;
  readonly id: number;
}

/** A setting in a scope; null removes its value there, so that the scope inherits the value of the wider one again. */
export interface SettingToSet extends NamedScope {
  readonly path: string;
  readonly value: string | null;
}

interface Setter extends Configured {
  /** The caller; absent on the command line. */
  readonly by?: By;
}

const baseCurrency = "currency/options/base";

/**
 * Stores a setting of the shop, or removes it from a scope. Throws if the path or the scope is unknown, or the value is
 * invalid.
 */
export async function setShopSetting(
  db: Db,
  { path, value, ...named }: SettingToSet,
  { config, by }: Setter,
): Promise<void> {
  const found = await findScope(db, named);
  // With global prices, an amount would be another one in another currency.
  if (path === baseCurrency && value !== null && found.id !== 0 && config.PORTICO_PRICE_SCOPE === "global") {
    throw inputError("Prices are global, so %1 can only be set in the default scope.", [path]);
  }
  const known = knownSettings[path];
  if (!known && !(await isStoredSetting(db, path))) throw unknownPath(path);
  if (value !== null && known && !known.isValid(value)) {
    throw inputError('"%1" is not a valid value for %2. It must be %3.', [value, path, known.requirement]);
  }
  const key = { path, scope: found.scope, scope_id: found.id };
  await (value === null ? removeSetting(db, key) : writeSetting(db, { ...key, value }));
  const place = named.code === undefined ? named.scope : `${named.scope}/${named.code}`;
  await audit(db, by, { event: "setting changed", type: null, id: null, name: `${path} (${place})` });
}

/** Returns the settings of a path, or of all paths below it, in a scope. Throws if the path or the scope is unknown. */
export async function readShopSettings(db: Db, path: string, named: NamedScope): Promise<ShopSetting[]> {
  const found = await findScope(db, named);
  const rows = await readSettingsBelow(db, path);
  const settings = new Settings(rows);
  const paths = new Set([...Object.keys(knownSettings), ...rows.map((row) => row.path)]);
  const wanted = [...paths].filter((one) => one === path || one.startsWith(`${path}/`)).sort();
  if (wanted.length === 0) throw unknownPath(path);
  const own = new Set(
    rows.filter((row) => row.scope === found.scope && row.scope_id === found.id).map((row) => row.path),
  );
  return wanted.map((one) => ({ path: one, value: settings.value(one, found), is_own: own.has(one) }));
}

async function findScope(db: Db, { scope, code }: NamedScope): Promise<FoundScope> {
  if (scope === "default") {
    if (code !== undefined) throw inputError("The default scope has no code. Use the websites or stores scope.");
    return { scope, id: 0, storeId: 0, websiteId: 0 };
  }
  if (scope !== "websites" && scope !== "stores") {
    throw inputError('The "%1" scope doesn\'t exist. It must be default, websites or stores.', [scope]);
  }
  if (code === undefined)
    throw inputError("The code of the %1 is required.", [scope === "websites" ? "website" : "store view"]);
  const found = await (scope === "websites" ? findWebsite(db, code) : findStore(db, code));
  if (!found) throw inputError('The "%1" value doesn\'t exist. Enter another value and try again.', [code]);
  return { scope, ...found };
}

async function findWebsite(db: Db, code: string) {
  const found = (await readWebsites(db)).find((website) => website.code === code);
  return found && { id: found.id, storeId: 0, websiteId: found.id };
}

async function findStore(db: Db, code: string) {
  const found = (await readStoreViews(db)).find((store) => store.code === code);
  return found && { id: found.id, storeId: found.id, websiteId: found.website_id };
}
