import { decimals, Fields, integers, money, orZero, texts } from "../../../../api/contract/fields.js";
import { Shape } from "../../../../api/contract/shape.js";

@Shape("OrderTax", "A tax rate that applies to an order.", { isPartial: true })
export class OrderTax extends Fields({
  ...integers({
    tax_id: "Id. Omit it to add a tax.",
    order_id: "Id of the order.",
  }),
  ...orZero(
    integers({
      priority: "Priority of the tax rule.",
      position: "Position among the rates of the rule.",
      process: "Not used by the service.",
    }),
  ),
  ...texts({ code: "Code of the rate.", title: "Title of the rate." }),
  ...decimals({ percent: "Rate, in percent." }),
  ...orZero(
    money({
      amount: "Tax of all rates that apply together, in the currency of the order.",
      base_amount: "Tax of all rates that apply together, in base currency.",
      base_real_amount: "Tax of this rate, in base currency.",
    }),
  ),
}) {}

@Shape("OrderTaxItem", "The tax of a rate on an item of an order, on a fee, or on shipping.", { isPartial: true })
export class OrderTaxItem extends Fields({
  ...integers({
    tax_item_id: "Id. Omit it to add an entry.",
    tax_id: "Id of the tax, which is one of the order's taxes; by default found by `tax_code`.",
    item_id: "Id of the taxed item; absent for fees and shipping.",
    associated_item_id: "Id of the item that a taxed fee belongs to.",
  }),
  ...texts({
    tax_code: "Code of the tax.",
    taxable_item_type: "Type of what is taxed, for example product, shipping or weee.",
  }),
  ...decimals({ tax_percent: "Rate, in percent." }),
  ...orZero(
    money({
      amount: "Tax of all rates that apply together, in the currency of the order.",
      base_amount: "Tax of all rates that apply together, in base currency.",
      real_amount: "Tax of this rate, in the currency of the order.",
      real_base_amount: "Tax of this rate, in base currency.",
    }),
  ),
}) {}
