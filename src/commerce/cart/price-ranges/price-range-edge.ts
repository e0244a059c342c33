import type { ConfiguredContext } from "../../../api/call/context.js";
import { edge, type GraphArguments } from "../../../api/contract/graph.js";
import { currencyDigits } from "../../../platform/money/rounding.js";
import type { Product } from "../../catalog/products/product.types.js";
import { readSoldProducts, type SoldProduct } from "../../catalog/published.sale.js";
import { readShopper } from "../../customer/published.js";
import { readSettings } from "../../store/published.js";
import { readAppliedTaxRules } from "../../tax/published.rules.js";
import { taxRuleFacts } from "../facts/rule-facts.js";
import { priceTime, taxSettings, totalsSettingPaths } from "../facts/settings-facts.js";
import { readCartCurrencies } from "../state/cart-currencies.js";
import { ratesOf } from "../totals/taxes/tax-rates.js";
import { type Range, type RangeFacts, partIdsOf, rangeOf } from "./price-range.js";
import type { PriceRange, PriceRangeEnd } from "./price-range.types.js";
import { shopperArguments, shopperOf } from "./shopper-arguments.js";

/** The lowest and the highest price of products, for which composite products count the choices that they offer. */
export const priceRange = edge<Product, number>({
  on: "Product",
  name: "price_range",
  type: "PriceRange",
  description:
    "Lowest and highest price of one unit in the store view, without and with tax: of a configurable or grouped product those of its parts, of a bundle those of its options. Null without a price.",
  args: shopperArguments,
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, args, ctx) => {
    const products = await readProducts(ctx, { ids, chosenIds: ids });
    const parts = await readProducts(ctx, { ids: products.flatMap(partIdsOf), chosenIds: [] });
    const { facts, currency } = await readRangeFacts(parts, args, ctx);
    const byId = new Map(products.map((product) => [product.id, product]));
    return ids.map((id) => {
      const product = byId.get(id);
      const [regular, final] = product
        ? [rangeOf(product, "regular", facts), rangeOf(product, "final", facts)]
        : [undefined, undefined];
      return regular && final ? toPriceRange(currency, regular, final) : null;
    });
  },
});

function readProducts(
  { db, scope, config }: ConfiguredContext,
  { ids, chosenIds }: { readonly ids: readonly number[]; readonly chosenIds: readonly number[] },
): Promise<SoldProduct[]> {
  const { storeId, websiteId } = scope;
  const wanted = { ids: [...new Set(ids)], chosenIds, chosenSkus: [] };
  return readSoldProducts(db, { storeId, websiteId, priceScope: config.PORTICO_PRICE_SCOPE, ...wanted });
}

/** Reads what the prices of all products depend on. Taxes are those of a shopper without an address. */
async function readRangeFacts(
  parts: readonly SoldProduct[],
  args: GraphArguments,
  { db, scope, config }: ConfiguredContext,
): Promise<{ readonly facts: RangeFacts; readonly currency: string }> {
  const { groupId, qty } = shopperOf(args);
  const { storeId, websiteId } = scope;
  const [settings, shopper, rules, currencies] = await Promise.all([
    readSettings(db, totalsSettingPaths),
    readShopper(db, { groupId, customerId: null, websiteId }),
    readAppliedTaxRules(db, { storeId, customerId: null, countryIds: [], regionIds: [], postcodes: [] }),
    readCartCurrencies(db, scope),
  ]);
  const tax = taxSettings(settings, scope);
  const customer = { groupId, ...(shopper ? { taxClassId: shopper.tax_class_id } : {}) };
  const currency = currencies.base_currency_code;
  const facts = {
    moment: { groupId, now: priceTime(settings, new Date()) },
    qty,
    rates: ratesOf({ customer }, { settings: { tax }, taxRules: rules.map(taxRuleFacts) }, false),
    includesTax: tax.pricesIncludeTax,
    digits: currencyDigits(currency),
    pricingScope: { websiteId, isGlobal: config.PORTICO_PRICE_SCOPE === "global" },
    partsById: new Map(parts.map((part) => [part.id, part])),
  };
  return { facts, currency };
}

function toPriceRange(currency: string, regular: Range, final: Range): PriceRange {
  const end = (side: keyof Range): PriceRangeEnd => ({ regular_price: regular[side], final_price: final[side] });
  return { currency, minimum_price: end("low"), maximum_price: end("high") };
}
