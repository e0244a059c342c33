// SQL: measured by `add-item`, `collect-totals` and `place-order`: one statement reads the customer group and customer
// of a cart.
import type { Db } from "../../platform/db/database.js";
import type { Row } from "../../platform/db/models.js";

/** The fields of an address that taxes depend on. */
type TaxedAddress = Readonly<Pick<Row<"customerAddress">, "country_id" | "region_id" | "region" | "postcode">>;

/** The properties of a shopper that prices and taxes depend on. */
export interface Shopper {
  readonly tax_class_id: number;
  /** Whether the group is excluded from the website. */
  readonly is_excluded: boolean;
  readonly default_shipping: TaxedAddress | null;
  readonly default_billing: TaxedAddress | null;
}

const address = (column: string) => `(select json_build_object('country_id', a.country_id, 'region_id', a.region_id,
      'region', a.region, 'postcode', a.postcode) from customer_address a where a.id = c.${column})`;

/** Returns a customer group with the default addresses of a customer, which are null without a customer. */
export const readShopper = (
  db: Db,
  given: { readonly groupId: number; readonly customerId: number | null; readonly websiteId: number },
): Promise<Shopper | undefined> =>
  db.one<Shopper>(
    `select g.tax_class_id, exists (select from customer_group_excluded_website e
        where e.customer_group_id = g.id and e.website_id = $3::int) as is_excluded,
      ${address("default_shipping")} as default_shipping, ${address("default_billing")} as default_billing
    from customer_group g left join customer c on c.id = $2::int where g.id = $1::int`,
    [given.groupId, given.customerId, given.websiteId],
  );
