import { inputError, WebapiError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { globalScope, readSettings } from "../../store/published.js";
import type { DistanceProvider, ProviderDependencies } from "./distance-provider.js";
import { googlePaths, googleProvider } from "./google.js";
import { offlineProvider } from "./offline.js";

const providers: Readonly<Record<string, (dependencies: ProviderDependencies) => DistanceProvider>> = {
  google: googleProvider,
  offline: offlineProvider,
};

const providerPath = "cataloginventory/source_selection_distance_based/provider";

async function readDistanceSettings(db: Db): Promise<(path: string) => string> {
  const settings = await readSettings(db, [providerPath, ...googlePaths]);
  return (path) => settings.value(path, globalScope);
}

/** Returns the code of the configured provider, known or not. */
export const readProviderCode = async (db: Db): Promise<string> => (await readDistanceSettings(db))(providerPath);

const unknownDistances = "No such distance provider: %1";

/** Opens the configured provider. Throws 400 for an unknown one. */
export async function openDistanceProvider(
  db: Db,
  config: ProviderDependencies["config"],
  unknown = unknownDistances,
): Promise<DistanceProvider> {
  const setting = await readDistanceSettings(db);
  const code = setting(providerPath);
  const open = Object.hasOwn(providers, code) ? providers[code] : undefined;
  if (!open) throw inputError(unknown, [code]);
  return open({ db, config, setting });
}

/** Opens the configured provider to locate an address. Throws 400 for an unknown one. */
export const openLocator = (db: Db, config: ProviderDependencies["config"]): Promise<DistanceProvider> =>
  openDistanceProvider(db, config, "No such latitude and longitude from address provider: %1");

/** Returns the result of a provider, or undefined if it has none or cannot be reached. */
export async function findOrUndefined<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof WebapiError) return undefined;
    throw error;
  }
}
