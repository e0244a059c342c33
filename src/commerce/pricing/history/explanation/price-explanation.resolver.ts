import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import { invalid } from "../../../../api/call/errors.js";
import { readCartCurrencies, priceTime, priceTimeZone } from "../../../cart/published.js";
import type { Context } from "../../../../api/call/context.js";
import type { Configured } from "../../../../config.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { Decimal, type DecimalText } from "../../../../api/contract/scalars.js";
import { toQuantity } from "../../../../platform/money/columns.js";
import { isPositive } from "../../../../platform/money/arithmetic.js";
import { currencyDigits, round } from "../../../../platform/money/rounding.js";
import { readSettings } from "../../../store/published.js";
import { explainPrice, type ExplainedRow } from "./explain-price.js";
import { groupsOf, requirePlainProduct } from "../plain-products.js";
import { PriceExplanation, type PriceStep } from "./price-explanation.types.js";
import { readPricesAsOf } from "../as-of/prices-as-of.sql.js";
import { readPriceSetters } from "./price-setters.sql.js";
import { resolveTimeOfPrices } from "../time-of-prices.js";
import { readCustomerGroups } from "../lowest-price/timeline.sql.js";

@Contract("PriceHistory", "PriceExplanations")
@Resolver()
export class PriceExplanations {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/products/:sku/price-explanation", "Portico_Prices::history")
  @Query(() => PriceExplanation, {
    name: "priceExplanation",
    description:
      "The price that a cart in the store view of the request charges for one unit of a simple, virtual or downloadable product, and the outcome of each stored price. Custom options, links, taxes, cart price rules and custom prices are not included. 404 for an unknown SKU, 400 for products of other types, because their prices depend on other products.",
  })
  async get(
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Arg("customerGroupId", () => Int, {
      nullable: true,
      description: "Id of the shopper's customer group; 0 for guests, the default. 404 if it does not exist.",
    })
    customerGroupId: number | null | undefined,
    @Arg("quantity", () => Decimal, {
      nullable: true,
      description: "Units in the cart, above 0; by default 1.",
    })
    quantity: DecimalText | null | undefined,
    @Arg("at", () => String, {
      nullable: true,
      description:
        "Time for which to explain the price, ISO 8601, in UTC if it has no time zone; by default now. A time in the past uses the prices of that time, a time in the future those stored now. 400 for a time before the history begins.",
    })
    at: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceExplanation> {
    const isGlobal = this.dependencies.config.PORTICO_PRICE_SCOPE === "global";
    return explanationOf(ctx, { sku, groupId: customerGroupId ?? 0, quantity: quantity ?? "1", at, isGlobal });
  }
}

interface ExplanationRequest {
  readonly sku: string;
  readonly groupId: number;
  readonly quantity: DecimalText;
  readonly at: string | null | undefined;
  readonly isGlobal: boolean;
}

async function explanationOf({ db, scope }: Context, request: ExplanationRequest): Promise<PriceExplanation> {
  const { groupId, isGlobal } = request;
  const product = await requirePlainProduct(db, request.sku);
  groupsOf(await readCustomerGroups(db), groupId);
  const qty = toQuantity(request.quantity);
  if (qty === undefined || !isPositive(qty)) throw invalid("quantity", request.quantity);
  const time = await resolveTimeOfPrices(db, request.at);
  const settings = await readSettings(db, [priceTimeZone]);
  const { price, rows } = explainPrice(await readPricesAsOf(db, [product.id], time.until), {
    ...{ type_id: product.type_id, place: { ...scope, isGlobal }, groupId, qty },
    now: priceTime(settings, time.instant),
  });
  const { base_currency_code: currency } = await readCartCurrencies(db, scope);
  return {
    ...{ sku: product.sku, store_id: scope.storeId, website_id: scope.websiteId, customer_group_id: groupId },
    ...{ quantity: qty, at: time.instant.toISOString(), currency, price: round(price, currencyDigits(currency)) },
    steps: await toSteps(db, { productId: product.id, until: time.until, rows }),
  };
}

interface Explained {
  readonly productId: number;
  readonly until: string;
  readonly rows: readonly ExplainedRow[];
}

async function toSteps(db: Context["db"], { productId, until, rows }: Explained): Promise<PriceStep[]> {
  const setterOf = await readPriceSetters(db, productId, until);
  return rows.map(({ row: { product_id: _, ...row }, price, amount, outcome, reason }) => {
    const setter = setterOf({ ...row, product_id: productId });
    return {
      ...{ ...row, price, amount: amount ?? null, outcome, reason },
      ...{ change_id: setter?.change_id ?? null, changed_at: setter?.changed_at ?? null },
    };
  });
}
