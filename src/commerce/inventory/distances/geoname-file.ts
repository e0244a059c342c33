import { createReadStream, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A postal code in a GeoNames file, with the columns of `inventory_geoname`. */
export interface Geoname {
  readonly postcode: string;
  readonly city: string;
  readonly region: string;
  readonly province: string;
  readonly latitude: string;
  readonly longitude: string;
}

/** Returns the file with the postal codes of a country: the given file or, in a given folder, for example `DE.txt`. */
function fileOf(country: string, from: string): string {
  if (!existsSync(from)) throw new Error(`${from} does not exist.`);
  if (!statSync(from).isDirectory()) return from;
  const file = join(from, `${country}.txt`);
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  return file;
}

/**
 * Reads the postal codes of a country in batches of a given size. Throws for a line that is not in the GeoNames format: 12
 * columns separated by tabs, of which the last may be missing, with degrees in the tenth and eleventh.
 */
export async function* readGeonames(country: string, from: string, size: number): AsyncGenerator<Geoname[]> {
  const file = fileOf(country, from);
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  let part: Geoname[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const found = parse(line);
    if (!found) throw new Error(`${file}, line ${number}, is not a GeoNames postal code.`);
    if (found.country !== country) continue;
    part.push(found.geoname);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const degrees = /^-?\d{1,3}(?:\.\d+)?$/;
const columns = 11;

function parse(line: string): { readonly country: string; readonly geoname: Geoname } | undefined {
  const cells = line.replace(/^\uFEFF/, "").split("\t");
  const [country = "", postcode = "", city = "", region = ""] = cells;
  const [province = "", latitude = "", longitude = ""] = [cells[6], cells[9], cells[10]];
  const isPlace = degrees.test(latitude) && degrees.test(longitude) && Math.abs(Number(latitude)) <= 90;
  if (cells.length < columns || !/^[A-Z]{2}$/.test(country) || !isPlace || Math.abs(Number(longitude)) > 180)
    return undefined;
  return { country, geoname: { postcode, city, region, province, latitude, longitude } };
}
