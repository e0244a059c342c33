import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../api/contract/extension-attributes.js";
import { ReadOnly } from "../../api/contract/request-fields.js";
import { Decimal, type DecimalText } from "../../api/contract/scalars.js";
import { Shape } from "../../api/contract/shape.js";
import { Customer } from "../customer/customers.types.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";
import { CartAddress } from "./addresses/addresses.types.js";
import { CartItem } from "./items/items.types.js";

@Shape("CartCurrency", "The currencies of a cart, and the rates between them.", { mayLack: [] })
export class CartCurrency {
  @Field(() => String, { nullable: true, description: "Code of the base currency of the default scope." })
  global_currency_code?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Code of the base currency of the website, in which prices are stored.",
  })
  base_currency_code?: string | null;

  @Field(() => String, { nullable: true, description: "The same as base_currency_code." })
  store_currency_code?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Code of the currency of the cart: the display currency of the store view, or the base currency if that has no rate.",
  })
  quote_currency_code?: string | null;

  @Field(() => Decimal, { nullable: true, description: "The same as base_to_global_rate." })
  store_to_base_rate?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "The same as base_to_quote_rate." })
  store_to_quote_rate?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Units of the global currency for one of the base currency." })
  base_to_global_rate?: DecimalText | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Units of the currency of the cart for one of the base currency.",
  })
  base_to_quote_rate?: DecimalText | null;
}

@Shape("CartShipping", "Shipping address and method of a cart.")
export class CartShipping {
  @Field(() => CartAddress, { description: "The shipping address." })
  address!: CartAddress;

  @Field(() => String, {
    nullable: true,
    description: "The shipping method as `carrier_method`, for example `flatrate_flatrate`; null while none is chosen.",
  })
  method?: string | null;
}

@Shape("CartShippingAssignment", "The items of a cart that are shipped together.")
export class CartShippingAssignment {
  @Field(() => CartShipping, { description: "Shipping address and method." })
  shipping!: CartShipping;

  @Field(() => [CartItem], { description: "The items; ignored when sent, because a cart is shipped as a whole." })
  items!: CartItem[];
}

@ExtensionAttributes("Cart")
export class CartExtension {
  @Extension(
    () => [CartShippingAssignment],
    "The shipping assignment of the cart, at most one; absent for empty, virtual and closed carts.",
  )
  shipping_assignments?: CartShippingAssignment[] | null;
}

@Shape("Cart", "A cart of a guest, a customer or an administrator.", {
  always: ["billing_address", "currency", "customer", "customer_tax_class_id", "orig_order_id"],
})
export class Cart {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @ReadOnly(() => String, "Creation time, in UTC.")
  created_at?: string | null;

  @ReadOnly(() => String, "Time of the last change, in UTC.")
  updated_at?: string | null;

  @ReadOnly(() => String, "Time of the order, in UTC.")
  converted_at?: string | null;

  @ReadOnly(() => Boolean, "False once the cart is ordered or merged into another cart.")
  is_active?: boolean | null;

  @ReadOnly(() => Boolean, "Whether the cart has items and none of them is shipped.")
  is_virtual?: boolean | null;

  @Field(() => [CartItem], {
    nullable: true,
    description: "The visible items; empty for closed carts. Items sent are added or changed, all others are kept.",
  })
  items?: CartItem[] | null;

  @ReadOnly(() => Int, "Number of visible items.")
  items_count?: number | null;

  @ReadOnly(() => Decimal, "Total quantity of the visible items.")
  items_qty?: DecimalText | null;

  @Field(() => Customer, {
    nullable: true,
    description:
      "The customer who owns the cart, or a guest without id. When sent, personal data such as name and email address is stored in the cart.",
  })
  customer?: Customer | null;

  @Field(() => CartAddress, { nullable: true, description: "The billing address; fields that are not sent are kept." })
  billing_address?: CartAddress | null;

  @ReadOnly(() => String, "Number of the order placed from the cart.")
  reserved_order_id?: string | null;

  @ReadOnly(() => Int, "Id of the order that the cart repeats, or 0.")
  orig_order_id?: number | null;

  @ReadOnly(() => CartCurrency, "Currencies and rates.")
  currency?: CartCurrency | null;

  @ReadOnly(() => Boolean, "Whether the cart has no owner.")
  customer_is_guest?: boolean | null;

  @Field(() => String, { nullable: true, description: "Note of the shopper." })
  customer_note?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the shopper is notified of the note." })
  customer_note_notify?: boolean | null;

  @ReadOnly(() => Int, "Id of the tax class of the customer group.")
  customer_tax_class_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the store view." })
  store_id?: number | null;

  @Field(() => CartExtension, { nullable: true, description: "Shipping." })
  extension_attributes?: CartExtension | null;
}

export const CartSearchResults = SearchResults(Cart);
export type CartSearchResults = SearchResults<Cart>;
