import { notFound } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";
import { readWebsites } from "../../store/published.js";
import { readStockOfWebsite, websiteType } from "../stocks/sales-channels.rows.js";
import { hasPlaceWith, type PickupPlace, readPickupPlaces } from "./pickup-locations.rows.js";

/** A pickup location of a website. */
interface WantedLocation {
  readonly code: string;
  readonly websiteId: number;
}

/** Returns the pickup location with a code, case-insensitive; undefined if the website has no such location now. */
export async function findPickupLocation(
  db: Db,
  { code, websiteId }: WantedLocation,
): Promise<PickupPlace | undefined> {
  const sources = await readPickupPlaces(db, await readStockOfWebsite(db, websiteId));
  return sources.find(({ source_code_key: key }) => key === keyOf(code));
}

export const unknownPickupLocation = 'Can not find Pickup Location with code %1 for %2 Sales Channel "%3".';

/** Returns the pickup location with a code. Throws 404 if the website has no such location. */
export async function requirePickupLocation(db: Db, wanted: WantedLocation): Promise<PickupPlace> {
  const source = await findPickupLocation(db, wanted);
  if (source) return source;
  const website = (await readWebsites(db)).find(({ id }) => id === wanted.websiteId);
  const parameters = [wanted.code, websiteType, website?.code ?? ""];
  throw notFound(unknownPickupLocation, parameters);
}

/** Whether a website has a pickup location that each of some products is assigned to, by the ids of the products. */
export const hasPickupLocation = async (
  db: Db,
  { websiteId, productIds }: { readonly websiteId: number; readonly productIds: readonly number[] },
): Promise<boolean> => hasPlaceWith(db, await readStockOfWebsite(db, websiteId), productIds);
