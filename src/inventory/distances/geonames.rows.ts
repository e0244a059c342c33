import type { Db } from "../../db/database.js";
import type { Address, Place } from "./distance-provider.js";

/**
 * Returns where an address is after the imported postal codes: by its postcode, else by how its city begins, else by its
 * region, always of its country.
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

/** Comparisons without case are patterns. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
