import { Field, Int } from "type-graphql";
import { Decimal, type DecimalText, Money } from "../../../../api/contract/scalars.js";
import { OutputShape } from "../../../../api/contract/shape.js";

const amount = (description: string): PropertyDecorator => Field(() => Money, { nullable: true, description });

@OutputShape("TotalsItem", "Totals of an item of a cart.", {
  mayLack: ["tax_percent", "weee_tax_applied", "weee_tax_applied_amount"],
})
export class TotalsItem {
  @Field(() => Int, { description: "Id of the item." })
  item_id!: number;

  @amount("Unit price without tax.")
  price?: DecimalText | null;

  @amount("Unit price without tax, in the base currency.")
  base_price?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity." })
  qty?: DecimalText | null;

  @amount("Row total without tax.")
  row_total?: DecimalText | null;

  @amount("Row total without tax, in the base currency.")
  base_row_total?: DecimalText | null;

  @amount("Always 0, as in Magento.")
  row_total_with_discount?: DecimalText | null;

  @amount("Tax.")
  tax_amount?: DecimalText | null;

  @amount("Tax in the base currency.")
  base_tax_amount?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Tax rate in percent." })
  tax_percent?: DecimalText | null;

  @amount("Discount, zero or more.")
  discount_amount?: DecimalText | null;

  @amount("Discount in the base currency, zero or more.")
  base_discount_amount?: DecimalText | null;

  @Field(() => Decimal, { nullable: true, description: "Discount in percent, for rules that discount by percentage." })
  discount_percent?: DecimalText | null;

  @amount("Unit price with tax.")
  price_incl_tax?: DecimalText | null;

  @amount("Unit price with tax, in the base currency.")
  base_price_incl_tax?: DecimalText | null;

  @amount("Row total with tax.")
  row_total_incl_tax?: DecimalText | null;

  @amount("Row total with tax, in the base currency.")
  base_row_total_incl_tax?: DecimalText | null;

  @Field(() => String, {
    description: "Options chosen for the product, as a JSON list of objects with `label` and `value`.",
  })
  options!: string;

  @amount("Fixed product taxes; always null, because Portico does not support them.")
  weee_tax_applied_amount?: DecimalText | null;

  @Field(() => String, { nullable: true, description: "Fixed product taxes; always null." })
  weee_tax_applied?: string | null;

  @Field(() => String, { nullable: true, description: "Name of the product in the store view of the cart." })
  name?: string | null;
}
