import { invalid } from "../../api/call/errors.js";
import type { ConfiguredContext } from "../../api/call/context.js";
import {
  finalPrice,
  priceTime,
  priceTimeZone,
  readCartCurrencies,
  shopperArguments,
  shopperOf,
} from "../cart/published.js";
import type { Product } from "../catalog/products/product.types.js";
import { type DomainGraph, edge, type GraphArguments } from "../../api/contract/graph.js";
import { listsOf } from "../../api/contract/related.js";
import { currencyDigits, round } from "../../platform/money/rounding.js";
import { readSettings } from "../store/published.js";
import { priceFailures } from "./failure-codes.js";
import { byProduct } from "./history/lowest-price/timeline.js";
import { toPriceChanges } from "./history/changes/changes-output.js";
import { readPricesAsOf } from "./history/as-of/prices-as-of.sql.js";
import { pricesInView } from "./history/prices-in-view.js";
import { readLatestChanges } from "./history/changes/read-changes.sql.js";
import { resolveTimeOfPrices } from "./history/time-of-prices.js";
import { plainTypes } from "../catalog/published.terms.js";

interface PricedProduct {
  readonly id: number;
  readonly type: string;
}

const price = edge<Product, PricedProduct>({
  on: "Product",
  name: "final_price",
  type: "Money",
  description:
    "Price of one unit in a cart of the store view, in base currency, without taxes, custom options and cart price rules. Null for products without a price and for product types whose price depends on other products.",
  args: {
    ...shopperArguments,
    at: {
      type: "String",
      description:
        "Time for which to return the price, ISO 8601, in UTC if it has no time zone. Default: now. 400 for a time before the history begins.",
    },
  },
  permission: ["Magento_Catalog::products"],
  publicRead: true,
  needs: ["id", "type_id"],
  key: ({ id, type_id: type }) => (id == null || type == null || !plainTypes.includes(type) ? undefined : { id, type }),
  load: pricesOf,
});

async function pricesOf(
  products: readonly PricedProduct[],
  args: GraphArguments,
  { db, scope, config }: ConfiguredContext,
): Promise<readonly unknown[]> {
  const { groupId, qty } = shopperOf(args);
  const { instant, until } = await resolveTimeOfPrices(db, args["at"] as string | null | undefined);
  const ids = products.map(({ id }) => id);
  const [found, settings, { base_currency_code: currency }] = await Promise.all([
    readPricesAsOf(db, ids, until),
    readSettings(db, [priceTimeZone]),
    readCartCurrencies(db, scope),
  ]);
  const [rows, now] = [byProduct(found), priceTime(settings, instant)];
  const place = { ...scope, isGlobal: config.PORTICO_PRICE_SCOPE === "global" };
  return products.map(({ id, type }) => {
    const facts = pricesInView(type, rows.get(id) ?? [], place);
    if (!facts) return null;
    return round(finalPrice({ product: facts, qty }, { groupId, now }), currencyDigits(currency));
  });
}

/** Maximum number of changes for one product. */
const maxChanges = 100;

const history = edge<Product, number>({
  on: "Product",
  name: "price_changes",
  type: "[PriceChange!]",
  description: "Latest changes of the product's prices, the latest first.",
  args: { first: { type: "Int!", defaultValue: 10, description: "Maximum number of changes, 1 to 100." } },
  permission: ["Portico_Prices::history"],
  needs: ["id"],
  key: ({ id }) => id ?? undefined,
  load: async (ids, { first }, { db }) => {
    const limit = Number(first);
    if (limit < 1 || limit > maxChanges) throw invalid("first", limit);
    const changes = await toPriceChanges(db, await readLatestChanges(db, ids, limit));
    return listsOf(
      ids,
      changes.map((value) => ({ key: value.product_id, value })),
    );
  },
});

export const graph: DomainGraph = {
  edges: [price, history],
  failedRows: { PriceUpdateResult: priceFailures },
};
