// SQL: measured by `add-item`, `collect-totals` and `place-order`: reads the rates that can apply to a cart, from
// tables that may have tens of thousands of rows.
import { defaultAddresses } from "../customer/published.sql.js";
import type { DecimalText } from "../../api/contract/scalars.js";
import type { Db } from "../../platform/db/database.js";
import { settingValues } from "../store/published.sql.js";

/** Places for which to read rates, in addition to those in the settings. */
export interface TaxedPlaces {
  readonly storeId: number;
  /** A customer whose default addresses are also included. */
  readonly customerId: number | null;
  readonly countryIds: readonly string[];
  readonly regionIds: readonly number[];
  readonly postcodes: readonly string[];
}

/** A rate of a tax rule. */
interface AppliedRate {
  readonly id: number;
  readonly code: string;
  /** Title in the store view. */
  readonly title: string | null;
  readonly rate: DecimalText;
  readonly country_id: string;
  readonly region_id: number | null;
  readonly postcode: string;
  readonly zip_from: number | null;
  readonly zip_to: number | null;
}

/** A tax rule with its rates for the places. */
export interface AppliedTaxRule {
  readonly id: number;
  readonly priority: number;
  readonly calculate_subtotal: boolean;
  readonly customer_class_ids: readonly number[];
  readonly product_class_ids: readonly number[];
  readonly rates: readonly AppliedRate[];
}

const countries = settingValues(["tax/defaults/country", "shipping/origin/country_id"]);
const regions = settingValues(["tax/defaults/region", "shipping/origin/region_id"]);
const postcodes = settingValues(["tax/defaults/postcode", "shipping/origin/postcode"]);

const ofCustomer = (column: string) => `(select d.${column} from ${defaultAddresses} d where d.customer_id = $5::int)`;

/** Magento's defaults of the origin of parcels, whose country is also the default destination. */
const defaultPlace = { country: "US", region: 12, postcode: "90034" };

/** Returns the tax rules that have rates for the places, or for a default destination or origin, with these rates. */
export const readAppliedTaxRules = (db: Db, places: TaxedPlaces): Promise<AppliedTaxRule[]> =>
  db.query<AppliedTaxRule>(
    `select r.id, r.priority, r.calculate_subtotal,
      array(select c.tax_class_id from tax_rule_customer_class c where c.tax_rule_id = r.id) as customer_class_ids,
      array(select c.tax_class_id from tax_rule_product_class c where c.tax_rule_id = r.id) as product_class_ids,
      applied.rates
    from tax_rule r cross join lateral (
      select json_agg(json_build_object('id', t.id, 'code', t.code, 'title', title.value, 'rate', t.rate::text,
        'country_id', t.country_id, 'region_id', t.region_id, 'postcode', t.postcode, 'zip_from', t.zip_from,
        'zip_to', t.zip_to) order by t.id) as rates
      from tax_rule_rate rr join tax_rate t on t.id = rr.tax_rate_id
      left join tax_rate_title title on title.tax_rate_id = t.id and title.store_id = $1::int
      where rr.tax_rule_id = r.id
        and (t.country_id = any($2::text[]) or t.country_id in ${countries}
          or t.country_id in ${ofCustomer("country_id")})
        and (t.region_id is null or t.region_id = any($3::int[]) or t.region_id::text in ${regions}
          or t.region_id in ${ofCustomer("region_id")})
        and (t.zip_from is not null or t.postcode = '' or t.postcode like '%*' or t.postcode = any($4::text[])
          or t.postcode in ${postcodes} or t.postcode in ${ofCustomer("postcode")})) as applied
    where applied.rates is not null order by r.priority, r.id`,
    [
      places.storeId,
      [...places.countryIds, defaultPlace.country],
      [...places.regionIds, defaultPlace.region],
      [...places.postcodes, defaultPlace.postcode],
      places.customerId,
    ],
  );
