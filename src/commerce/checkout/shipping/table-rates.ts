import type { ShippingRequest } from "../../cart/published.js";
import { asAmount, zeroQuantity, type Quantity, zero } from "../../../platform/money/amount.js";
import { compare, isGreater, max, subtract } from "../../../platform/money/arithmetic.js";
import type { Carrier, CarrierInput } from "./carrier.js";
import { isShippedFree } from "./flat-rate.js";
import { withHandlingFee } from "../setting-amounts.js";
import { allCountries, allPostcodes, readTableRates, type TableRate } from "./table-rates.rows.js";

/** A price by destination and weight, value or number of items, from the table of the website. */
export const tableRates: Carrier = {
  code: "tablerate",
  isAlwaysShown: true,
  prepare: async ({ db, websiteId, destination, setting }) => {
    const table = { website_id: websiteId, condition_name: setting("condition_name") };
    const rows = (await readTableRates(db, table, destination)).sort(compareExactness);
    return (request) => {
      const row = rowFor(rows, request, setting);
      if (!row) return [];
      const price = isShippedFree(request) ? zero : withHandlingFee(asAmount(row.price), setting);
      return [{ code: "bestway", title: setting("name"), price }];
    };
  },
};

/** Returns the row for the paid part of a shipment. If everything is free, a row for the whole shipment is used too. */
function rowFor(rows: readonly TableRate[], request: ShippingRequest, setting: CarrierInput["setting"]) {
  const [paid, all] = measuresOf(request, setting);
  const find = (measure: string) => rows.find((row) => !isGreater(asAmount(row.condition_value), asAmount(measure)));
  return find(paid) ?? (isShippedFree(request) ? find(all) : undefined);
}

/** Returns the measure of the table for the paid part of a shipment and for the whole shipment. */
function measuresOf(request: ShippingRequest, setting: CarrierInput["setting"]): readonly [string, string] {
  const { paidWeight, weight, qty, freeQty, packageValueWithDiscount, physicalValueWithDiscount } = request;
  const condition = setting("condition_name");
  if (condition === "package_weight") return [paidWeight, weight];
  if (condition === "package_qty") return [max<Quantity>(subtract(qty, freeQty), zeroQuantity), qty];
  const value = setting("include_virtual_price") === "1" ? packageValueWithDiscount : physicalValueWithDiscount;
  return [value, value];
}

/** Sorts the most exact destination first, then the highest measure. */
function compareExactness(one: TableRate, other: TableRate): number {
  return (
    rank(other) - rank(one) ||
    other.dest_zip.length - one.dest_zip.length ||
    compare(asAmount(other.condition_value), asAmount(one.condition_value))
  );
}

const rank = ({ dest_country_id, dest_region_id, dest_zip }: TableRate): number =>
  (dest_country_id === allCountries ? 0 : 4) + (dest_region_id === 0 ? 0 : 2) + (dest_zip === allPostcodes ? 0 : 1);
