import type { Db } from "../../../platform/db/database.js";
import type { Address, Place } from "./distance-provider.js";

/**
 * Returns the position of an address according to the imported postal codes of its country. Searches by postal code, then by
 * the beginning of the city, then by region.
 */
export async function findGeoname(db: Db, address: Address): Promise<Place | undefined> {
  const country_code = address.country.toUpperCase();
  const mode = "insensitive" as const;
  const { postcode, city, region } = address;
  const conditions = [
    ...(postcode.trim() === "" ? [] : [{ postcode }]),
    ...(city.trim() === "" ? [] : [{ city: { startsWith: escaped(city), mode } }]),
    ...(region.trim() === "" ? [] : [{ region: { equals: escaped(region), mode } }]),
  ];
  for (const condition of conditions) {
    const found = await db.models.inventoryGeoname.findFirst({
      where: { country_code, ...condition },
      orderBy: { id: "asc" },
    });
    if (found) return { lat: Number(found.latitude), lng: Number(found.longitude) };
  }
  return undefined;
}

/** Prisma compares case-insensitively with patterns, so their special characters are escaped. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
