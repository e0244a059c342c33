import { render } from "../../../api/call/errors.js";
import { formatFixed } from "../../../platform/money/format.js";
import { asAmount } from "../../../platform/money/amount.js";
import { amountColumn, fit } from "../../../platform/money/columns.js";
import { cellsOf, lineOf } from "./csv.js";
import { allCountries, allPostcodes, type RateTable, type TableRateData } from "./table-rates.rows.js";

/** A row of a file, without the columns that identify its table. */
export type RateRow = Omit<TableRateData, keyof RateTable>;

/** Countries and regions with the codes that files contain. */
export interface RateDirectory {
  readonly countries: readonly { readonly country_id: string; readonly iso3_code: string }[];
  readonly regions: readonly { readonly country_id: string; readonly region_id: number; readonly code: string }[];
}

/** Column titles by measure, as named in the settings. */
export const measures: Readonly<Record<string, string>> = {
  package_weight: "Weight (and above)",
  package_value_with_discount: "Order Subtotal (and above)",
  package_qty: "# of Items (and above)",
};

const destination = ["Country", "Region/State", "Zip/Postal Code"];
const price = "Shipping Price";

/**
 * Returns the rows of a file whose first line contains titles. Throws an error that lists all invalid lines. A region code
 * that a country has twice produces two rows.
 */
export function parseRates(text: string, condition: string, directory: RateDirectory): RateRow[] {
  const [titles = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if ((cellsOf(titles)?.length ?? 0) < 5)
    throw new Error("The Table Rates File Format is incorrect. Verify the format and try again.");
  const find = finderOf(directory);
  const rows: RateRow[] = [];
  const faults: string[] = [];
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const number = index + 2;
    const read = parseLine(line, { number, condition, find });
    if (typeof read === "string") faults.push(read);
    else for (const row of read) keep(row, number);
  }
  if (faults.length > 0) throw new Error(`The file was not imported. ${faults.join(" ")}`);
  return rows;

  function keep(row: RateRow, number: number): void {
    const key = JSON.stringify([row.dest_country_id, row.dest_region_id, row.dest_zip, row.condition_value]);
    const earlier = places.get(key);
    if (earlier !== undefined) faults.push(render("Duplicate Row #%1 (duplicates row #%2).", [number, earlier]));
    else rows.push(row);
    places.set(key, earlier ?? number);
  }
}

interface LinePlace {
  readonly number: number;
  readonly condition: string;
  readonly find: ReturnType<typeof finderOf>;
}

/** Returns the rows of a line, or an error message. */
function parseLine(line: string, { number, condition, find }: LinePlace): RateRow[] | string {
  const cells = cellsOf(line);
  if (!cells || cells.length < 5) return render("Please correct Table Rates format in the Row #%1.", [number]);
  const [country = "", region = "", postcode = "", measure = "", cost = ""] = cells;
  const invalidCell = (title: string, value: string) =>
    render('Please correct %1 "%2" in the Row #%3.', [title, value, number]);
  const dest_country_id = find.country(country);
  if (dest_country_id === undefined) return invalidCell("Country", country);
  const regions = find.regions(dest_country_id, region);
  if (regions.length === 0) return invalidCell("Region/State", region);
  const dest_zip = postcode === "" ? allPostcodes : postcode.toUpperCase();
  if (dest_zip.length > 10 || (dest_country_id === allCountries && dest_zip !== allPostcodes))
    return invalidCell("Zip/Postal Code", postcode);
  const condition_value = fit(measure, amountColumn);
  if (condition_value === undefined) return invalidCell(measures[condition] ?? condition, measure);
  const found = fit(cost, amountColumn);
  if (found === undefined) return invalidCell(price, cost);
  return regions.map((dest_region_id) => ({
    dest_country_id,
    dest_region_id,
    dest_zip,
    condition_value: formatFixed(condition_value, 6),
    price: found,
  }));
}

/** Finds countries by codes of two or three letters, and regions by their codes; `*` or an empty code means all. */
function finderOf({ countries, regions }: RateDirectory) {
  const isAll = (code: string) => code === "" || code === "*";
  const idOf = new Map(
    countries.flatMap(
      ({ country_id, iso3_code }) =>
        [
          [country_id, country_id],
          [iso3_code, country_id],
        ] as const,
    ),
  );
  const idsOf = new Map<string, number[]>();
  for (const { country_id, code, region_id } of regions) {
    const key = `${country_id} ${code.toUpperCase()}`;
    idsOf.set(key, [...(idsOf.get(key) ?? []), region_id]);
  }
  return {
    country: (code: string) => (isAll(code) || code === allCountries ? allCountries : idOf.get(code.toUpperCase())),
    regions: (countryId: string, code: string) =>
      isAll(code) ? [0] : (idsOf.get(`${countryId} ${code.toUpperCase()}`) ?? []),
  };
}

/** Returns rows as the text of a file that `parseRates` can read. */
export function formatRates(rows: readonly RateRow[], condition: string, { regions }: RateDirectory): string {
  const codeOf = new Map(regions.map(({ region_id, code }) => [region_id, code]));
  const lines = rows.map((row) => [
    row.dest_country_id === allCountries ? "*" : row.dest_country_id,
    codeOf.get(row.dest_region_id) ?? "*",
    row.dest_zip,
    formatFixed(asAmount(row.condition_value), 4),
    formatFixed(asAmount(row.price), 4),
  ]);
  return [[...destination, measures[condition] ?? condition, price], ...lines]
    .map((cells) => `${lineOf(cells)}\n`)
    .join("");
}
