import type { SoldProduct } from "../../catalog/published.sale.js";
import { asAmount, asPercent, asQuantity } from "../../../platform/money/amount.js";
import type { CartLine, CartState } from "../state/cart-state.rows.js";
import type {
  AddressFacts,
  CartFacts,
  CartLine as LineFacts,
  Choices,
  CustomerFacts,
  OptionPrice,
} from "../totals/cart-facts.js";
import { type Chosen, chosenOf, valueIds } from "./chosen.js";
import { type PricingScope, productFacts } from "./product-facts.js";

/** Data needed to price lines. */
export interface PricingData {
  readonly products: ReadonlyMap<number, SoldProduct>;
  readonly pricingScope: PricingScope;
}

type StoredAddress = CartState["addresses"][number];

/** Returns a cart in the form used to compute totals. */
export function cartFacts(cart: CartState, customer: CustomerFacts, priced: PricingData): CartFacts {
  const byId = new Map(cart.items.map((line) => [line.item_id, line]));
  const [shipping, billing] = [addressOf(cart, "shipping"), addressOf(cart, "billing")];
  return {
    lines: cart.items.flatMap((line) => lineFacts(line, byId, priced)),
    customer,
    ...(shipping ? { shippingAddress: addressFacts(shipping) } : {}),
    ...(billing ? { billingAddress: addressFacts(billing) } : {}),
    ...(cart.coupon_code === null ? {} : { couponCode: cart.coupon_code }),
    ...(shipping?.shipping_method ? { shippingMethod: shipping.shipping_method } : {}),
    ...(cart.payment_method === null ? {} : { paymentMethod: cart.payment_method }),
  };
}

/** Returns the billing or the shipping address of a cart. */
export const addressOf = (cart: CartState, type: "billing" | "shipping"): StoredAddress | undefined =>
  cart.addresses.find(({ address_type }) => address_type === type);

/** Returns the known parts of an address. */
export const addressFacts = ({
  country_id,
  region_id,
  region,
  postcode,
}: Pick<StoredAddress, "country_id" | "region_id" | "region" | "postcode">): AddressFacts => ({
  ...(country_id ? { countryId: country_id } : {}),
  ...(region_id ? { regionId: region_id } : {}),
  ...(region ? { region } : {}),
  ...(postcode ? { postcode } : {}),
});

function lineFacts(
  line: CartLine,
  byId: ReadonlyMap<number, CartLine>,
  { products, pricingScope }: PricingData,
): LineFacts[] {
  const product = products.get(line.product_id);
  if (!product) return [];
  const parent = byId.get(line.parent_item_id ?? 0);
  const bundle = parent && products.get(parent.product_id);
  const facts = productFacts(product, pricingScope);
  return [
    {
      itemId: line.item_id,
      ...(line.parent_item_id === null ? {} : { parentId: line.parent_item_id }),
      sku: line.sku,
      qty: asQuantity(line.qty),
      product: { ...facts, isVirtual: line.is_virtual },
      choices: choicesOf(chosenOf(line), product, bundle),
    },
  ];
}

function choicesOf(chosen: Chosen, product: SoldProduct, bundle: SoldProduct | undefined): Choices {
  const selection = bundle?.has_fixed_price ? selectionPrice(chosen, bundle) : undefined;
  const linkIds = chosen.downloadable_option?.downloadable_links ?? [];
  return {
    options: (chosen.custom_options ?? []).flatMap((each) => optionPrices(each, product)),
    links: (product.links ?? []).filter(({ id }) => linkIds.includes(id)).map(({ price }) => asAmount(price)),
    ...(selection ? { selection } : {}),
  };
}

/** Returns the prices of a custom option: of each chosen value, or of the option. */
function optionPrices(
  { option_id, option_value }: { readonly option_id: string; readonly option_value: string },
  product: SoldProduct,
): OptionPrice[] {
  const option = product.options?.find((each) => String(each.option_id) === option_id);
  if (!option) return [];
  const ids = valueIds(option_value);
  const priced = option.values ? option.values.filter(({ option_type_id: id }) => ids.includes(String(id))) : [option];
  return priced.flatMap(({ price, price_type }) =>
    price == null ? [] : [optionPrice(price, price_type === "percent")],
  );
}

function selectionPrice(chosen: Chosen, bundle: SoldProduct): OptionPrice | undefined {
  const [id] = chosen.bundle_options?.[0]?.option_selections ?? [];
  const found = bundle.bundle_options?.flatMap(({ selections }) => selections).find((each) => each.selection_id === id);
  return found && optionPrice(found.price, found.price_type === 1);
}

const optionPrice = (price: string, isPercent: boolean): OptionPrice =>
  isPercent ? { type: "percent", percent: asPercent(price) } : { type: "fixed", amount: asAmount(price) };
