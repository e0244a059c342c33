import type { Db } from "../../../platform/db/database.js";
import type { Address, Place } from "./distance-provider.js";
import { type Geoname, readGeonames } from "./geoname-file.js";

/**
 * Returns the positions of an address according to the imported postal codes of its country, at most as many as given. Searches
 * by postal code, of which the first counts, then by the beginning of the city, then by region.
 */
export async function findGeonames(db: Db, address: Address, most?: number): Promise<Place[]> {
  const country_code = address.country.toUpperCase();
  const mode = "insensitive" as const;
  const { postcode, city, region } = address;
  const searches = [
    ...(postcode.trim() === "" ? [] : [{ where: { postcode }, take: 1 }]),
    ...(city.trim() === "" ? [] : [{ where: { city: { startsWith: escaped(city), mode } }, take: most }]),
    ...(region.trim() === "" ? [] : [{ where: { region: { equals: escaped(region), mode } }, take: most }]),
  ];
  for (const { where, take } of searches) {
    const found = await db.models.inventoryGeoname.findMany({
      where: { country_code, ...where },
      orderBy: { id: "asc" },
      ...(take === undefined ? {} : { take }),
    });
    if (found.length > 0)
      return found.map(({ latitude, longitude }) => ({ lat: Number(latitude), lng: Number(longitude) }));
  }
  return [];
}

/** Prisma compares case-insensitively with patterns, so their special characters are escaped. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Rows per statement. */
const partSize = 5000;

/**
 * Replaces the postal codes of a country with those in a file, or in the country's file in a folder. Returns their number.
 * Throws, and changes nothing, if there is no file, a line is not a postal code, or the file has none of the country.
 */
// SQL: set-based writes: hundreds of thousands of postal codes, thousands per statement.
export function importGeonames(db: Db, country: string, from: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute("delete from inventory_geoname where country_code = $1", [country]);
    let count = 0;
    for await (const part of readGeonames(country, from, partSize)) {
      await insertGeonames(tx, country, part);
      count += part.length;
    }
    if (count === 0) throw new Error(`${from} has no postal codes for ${country}.`);
    return count;
  });
}

// SQL: set-based writes: hundreds of thousands of postal codes, thousands per statement.
async function insertGeonames(db: Db, country: string, part: readonly Geoname[]): Promise<void> {
  await db.execute(
    `insert into inventory_geoname (country_code, postcode, city, region, province, latitude, longitude)
    select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[])`,
    [
      country,
      part.map(({ postcode }) => postcode),
      part.map(({ city }) => city),
      part.map(({ region }) => region),
      part.map(({ province }) => province),
      part.map(({ latitude }) => latitude),
      part.map(({ longitude }) => longitude),
    ],
  );
}
