import { exportTableRates, importTableRates } from "../../commerce/checkout/published.js";
import type { Db } from "../../platform/db/database.js";
import { hasRule, saveCoupon, saveRule } from "../../commerce/promotion/published.rules.js";

/** Customer groups of every installation; the first is the group of guests. */
const standardGroups = [0, 1, 2, 3];

const shared = { is_active: true, simple_action: "by_percent", stop_rules_processing: false };

/** A rule that applies automatically, and one that needs a coupon. */
const rules = [
  {
    rule: {
      ...shared,
      name: "Sample: free shipping in Europe from 100",
      discount_amount: "0",
      simple_free_shipping: "2",
      condition: {
        condition_type: String.raw`Magento\SalesRule\Model\Rule\Condition\Combine`,
        aggregator_type: "all",
        value: "1",
        conditions: [
          {
            condition_type: String.raw`Magento\SalesRule\Model\Rule\Condition\Address`,
            attribute_name: "base_subtotal",
            operator: ">=",
            value: "100",
          },
        ],
      },
    },
  },
  { rule: { ...shared, name: "Sample: ten percent with a coupon", discount_amount: "10" }, code: "SAMPLE10" },
];

/** Creates missing rules for the websites. */
export async function createSampleRules(
  db: Db,
  {
    websiteIds,
    customerGroupIds,
  }: { readonly websiteIds: readonly number[]; readonly customerGroupIds: readonly number[] },
): Promise<void> {
  const places = { website_ids: [...websiteIds], customer_group_ids: [...standardGroups, ...customerGroupIds] };
  for (const { rule, code } of rules) {
    if (await hasRule(db, rule.name)) continue;
    const coupon_type = code === undefined ? "NO_COUPON" : "SPECIFIC_COUPON";
    const { rule_id } = await saveRule(db, { ...rule, ...places, coupon_type });
    if (code !== undefined && rule_id != null) await saveCoupon({ db }, { rule_id, code, is_primary: true });
  }
}

/** Shipping rates to Switzerland, Germany and France by weight. */
const rates = `Country,Region/State,Zip/Postal Code,Weight (and above),Shipping Price
CHE,*,*,0,8
CHE,*,*,10,16
DEU,*,*,0,14
FRA,*,*,0,14
`;

/** Imports the table rates of a website, unless it has some. */
export async function createSampleRates(db: Db, website: string): Promise<void> {
  const [, ...existing] = (await exportTableRates(db, { website })).trim().split("\n");
  if (existing.length === 0) await importTableRates(db, { website }, rates);
}
