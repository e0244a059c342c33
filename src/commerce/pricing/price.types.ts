import { Field, Int } from "type-graphql";
import { CountsRows } from "../../api/contract/failed-rows.js";
import { Extension, ExtensionAttributes } from "../../api/contract/extension-attributes.js";
import { OutputShape, Shape } from "../../api/contract/shape.js";
import { Decimal, type DecimalText, Money } from "../../api/contract/scalars.js";
import { OneOf } from "../../api/contract/closed-set.js";
import { RequiredInRequests } from "../../api/contract/request-fields.js";
import { tierPriceType } from "./closed-sets.types.js";

const skuDescription = "SKU of the product, case-insensitive.";
const storeDescription = "Id of the store view; 0 is the value for all store views.";

@Shape("SpecialPrice", "A special price of a product in one store view, with its start and end.", {
  mayLack: ["price_from", "price_to"],
})
export class SpecialPrice {
  @RequiredInRequests()
  @Field(() => Money, {
    nullable: true,
    description:
      "Price in the website's base currency, 0 or more; of a bundle, the percentage of its price that remains, such as 80 for a fifth off.",
  })
  price?: DecimalText | null;

  @RequiredInRequests()
  @Field(() => Int, { nullable: true, description: `${storeDescription} Must be 0 while the price scope is global.` })
  store_id?: number | null;

  @RequiredInRequests()
  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Start, `YYYY-MM-DD hh:mm:ss`, stored as sent. A new start must be later than the current time in UTC. If absent, the stored start is kept; the commerce edition requires it.",
  })
  price_from?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "End, `YYYY-MM-DD hh:mm:ss`, stored as sent. If absent, null or empty, the stored end is deleted and the special price does not expire.",
  })
  price_to?: string | null;
}

@Shape("TierPrice", "A price or discount of a product for a customer group, from a minimum quantity.", { mayLack: [] })
export class TierPrice {
  @RequiredInRequests()
  @Field(() => Money, {
    nullable: true,
    description: "Unit price in the website's base currency, or the discount in percent; 0 or more.",
  })
  price?: DecimalText | null;

  @RequiredInRequests()
  @OneOf(tierPriceType)
  @Field(() => String, {
    nullable: true,
    description: "Whether `price` is a fixed price or a discount in percent. Bundles allow only discounts.",
  })
  price_type?: string | null;

  @RequiredInRequests()
  @Field(() => Int, {
    nullable: true,
    description: "Id of the website; 0 for all websites. Must be 0 while the price scope is global.",
  })
  website_id?: number | null;

  @RequiredInRequests()
  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;

  @RequiredInRequests()
  @Field(() => String, {
    nullable: true,
    description: "Name of the customer group, case-insensitive, or `all groups`.",
  })
  customer_group?: string | null;

  @RequiredInRequests()
  @Field(() => Decimal, {
    nullable: true,
    description: "Minimum quantity: above 0, and at least 1 for a downloadable product.",
  })
  quantity?: DecimalText | null;
}

@Shape("BasePrice", "The price of a product in one store view, before discounts, shipping and tax.", { mayLack: [] })
export class BasePrice {
  @RequiredInRequests()
  @Field(() => Money, { nullable: true, description: "Price in the website's base currency, 0 or more." })
  price?: DecimalText | null;

  @RequiredInRequests()
  @Field(() => Int, {
    nullable: true,
    description: `${storeDescription} The price applies to all store views of the website, or of all websites while the price scope is global.`,
  })
  store_id?: number | null;

  @RequiredInRequests()
  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;
}

@Shape("Cost", "The cost of a product to the merchant in one store view.", { mayLack: [] })
export class Cost {
  @RequiredInRequests()
  @Field(() => Money, { nullable: true, description: "Cost in the website's base currency, 0 or more." })
  cost?: DecimalText | null;

  @RequiredInRequests()
  @Field(() => Int, { nullable: true, description: storeDescription })
  store_id?: number | null;

  @RequiredInRequests()
  @Field(() => String, { nullable: true, description: skuDescription })
  sku?: string | null;
}

/** `extension_attributes` of a rejected row. */
@ExtensionAttributes("PriceUpdateResult")
export class PriceUpdateResultExtension {
  @Extension(
    () => String,
    "Stable code of a guard-rail: `PRICE_RISE`, `PRICE_FALL`, `PRICE_BELOW_FLOOR`, `PRICE_ABOVE_CEILING`, `PRICE_ROW_LIMIT`, `PRICE_RIGHT` or `PRICE_HELD`; absent for other reasons.",
  )
  code?: string | null;

  @Extension(() => Int, "Id of the price proposal that waits for approval, with the code `PRICE_HELD`.")
  proposal_id?: number | null;
}

@CountsRows<PriceUpdateResult[]>(({ prices }, failures) =>
  Array.isArray(prices) ? { total: prices.length, failed: failures?.length ?? prices.length } : null,
)
@OutputShape("PriceUpdateResult", "The reason why a row was rejected.")
export class PriceUpdateResult {
  @Field(() => String, { description: "The reason. May contain placeholders (`%SKU`) for the parameters, in order." })
  message!: string;

  @Field(() => [String], {
    nullable: "items",
    description: "The values of the row, in the order in which the message names them; null for one that it lacks.",
  })
  parameters!: (string | null)[];

  @Field(() => PriceUpdateResultExtension, {
    nullable: true,
    description: "Code of a guard-rail that stopped the row.",
  })
  extension_attributes?: PriceUpdateResultExtension | null;
}
