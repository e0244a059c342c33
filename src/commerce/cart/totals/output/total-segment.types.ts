import { Field, InputType, Int, ObjectType } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../../api/contract/extension-attributes.js";
import { Fields, texts } from "../../../../api/contract/fields.js";
import { type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";

@OutputShape("TaxDetailsRate", "A tax rate in the totals of a cart.")
export class TaxDetailsRate {
  @Field(() => String, { description: "Percentage." })
  percent!: string;

  @Field(() => String, { description: "Title in the store view of the cart." })
  title!: string;
}

@OutputShape("TaxDetails", "The tax of a group of rates that apply together.")
export class TaxDetails {
  @Field(() => Money, { description: "Tax." })
  amount!: DecimalText;

  @Field(() => [TaxDetailsRate], { description: "The rates." })
  rates!: TaxDetailsRate[];

  @Field(() => Int, { description: "Number of the group, from 1." })
  group_id!: number;
}

/** Suffixes of the API fields for gift wrapping charges. */
const amountNames = [
  "price",
  "base_price",
  "tax_amount",
  "base_tax_amount",
  "price_incl_tax",
  "base_price_incl_tax",
] as const;
const charges = (["gw", "gw_items", "gw_card"] as const).flatMap((prefix) =>
  amountNames.map((name) => `${prefix}_${name}` as const),
);
type ChargeTexts = Record<(typeof charges)[number], string>;
const chargeDescription =
  "In the segment `giftwrapping`: an amount with four decimals, in base currency if the name contains `base_`.";

const chargeTexts = Object.fromEntries(charges.map((name) => [name, chargeDescription])) as ChargeTexts;

@ObjectType()
@InputType()
class WrappingCharges extends Fields(texts(chargeTexts), "commerce") {}

@ExtensionAttributes("TotalSegment")
export class TotalSegmentExtension extends WrappingCharges {
  @Extension(() => String, "In the segment `giftwrapping`: id of the gift wrapping of the whole cart.", "commerce")
  gw_order_id?: string | null;

  @Extension(() => [String], "In the segment `giftwrapping`: ids of the wrapped items.", "commerce")
  gw_item_ids?: string[] | null;

  @Extension(() => String, "In the segment `giftwrapping`: 1 if a gift receipt is requested, otherwise 0.", "commerce")
  gw_allow_gift_receipt?: string | null;

  @Extension(() => String, "In the segment `giftwrapping`: 1 if a printed card is added, otherwise 0.", "commerce")
  gw_add_card?: string | null;

  @Extension(() => [TaxDetails], "In the segment `tax`: the tax by groups of rates.")
  tax_grandtotal_details?: TaxDetails[] | null;

  @Extension(
    () => String,
    "In the segment `giftcardaccount`: a JSON list of the applied cards with id `i`, code `c`, amount `a` and base amount `ba`.",
    "commerce",
  )
  gift_cards?: string | null;
}

@OutputShape("TotalSegment", "A segment of the totals of a cart.", { always: ["title"] })
export class TotalSegment {
  @Field(() => String, {
    description: "One of subtotal, discount, shipping, tax, grand_total, or a code of the commerce edition.",
  })
  code!: string;

  @Field(() => String, { nullable: true, description: "Title." })
  title?: string | null;

  @Field(() => Money, { nullable: true, description: "Amount in the currency of the cart." })
  value?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "`footer` for the grand total." })
  area?: string | null;

  @Field(() => TotalSegmentExtension, { nullable: true, description: "Details of tax, gift cards and gift wrapping." })
  extension_attributes?: TotalSegmentExtension | null;
}
