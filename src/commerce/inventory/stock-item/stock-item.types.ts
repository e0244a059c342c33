import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";

@Shape("StockItem", "Stock data of a product. A field `use_config_…` takes a value from the settings.", {
  mayLack: ["qty", "low_stock_date"],
})
export class StockItem {
  @Field(() => Int, { nullable: true, description: "Id of the stock item." })
  item_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the product." })
  product_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the stock." })
  stock_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity in stock." })
  qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the product is in stock." })
  is_in_stock?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether quantities may have decimal places." })
  is_qty_decimal?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether Magento's default notification is shown; always false.",
  })
  show_default_notification_message?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `min_qty` from the settings." })
  use_config_min_qty?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity at which the product is out of stock." })
  min_qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "1 takes `min_sale_qty` from the settings." })
  use_config_min_sale_qty?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Minimum quantity in a cart." })
  min_sale_qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `max_sale_qty` from the settings." })
  use_config_max_sale_qty?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Maximum quantity in a cart." })
  max_sale_qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `backorders` from the settings." })
  use_config_backorders?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: "Backorders: 0 not allowed, 1 allowed, 2 allowed with a notice to the buyer.",
  })
  backorders?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `notify_stock_qty` from the settings." })
  use_config_notify_stock_qty?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity below which stock counts as low." })
  notify_stock_qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `qty_increments` from the settings." })
  use_config_qty_increments?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Only multiples of this quantity are sold." })
  qty_increments?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `enable_qty_increments` from the settings." })
  use_config_enable_qty_inc?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether `qty_increments` applies." })
  enable_qty_increments?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `manage_stock` from the settings." })
  use_config_manage_stock?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether stock is managed. A product whose stock is not managed never runs out.",
  })
  manage_stock?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "Time at which stock became low, in UTC; null if it is not low.",
  })
  low_stock_date?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether one unit can be divided into several boxes for shipping.",
  })
  is_decimal_divided?: boolean | null;

  @Field(() => Int, { nullable: true, description: "1 if the product went out of stock because of its quantity." })
  stock_status_changed_auto?: number | null;
}

@OutputShape("StockStatus", "Whether the stock of a product allows it to be bought.")
export class StockStatus {
  @Field(() => Int, { description: "Id of the product." })
  product_id!: number;

  @Field(() => Int, { description: "Id of the stock." })
  stock_id!: number;

  @Field(() => Int, { description: "Salable quantity, truncated to whole units; never negative." })
  qty!: number;

  @Field(() => Int, {
    description: "1 if the product can be bought, otherwise 0. Whether the product is enabled does not matter.",
  })
  stock_status!: number;

  @Field(() => StockItem, { description: "Stock data of the product." })
  stock_item!: StockItem;
}

@OutputShape("StockItemCriteria", "The criteria of a search for stock.")
export class StockItemCriteria {
  @Field(() => String, { description: "Name of a class in Magento, for compatibility." })
  mapper_interface_name!: string;

  @Field(() => [StockItemCriteria], { description: "Always empty." })
  criteria_list!: StockItemCriteria[];

  @Field(() => [String], { description: "Always empty." })
  filters!: string[];

  @Field(() => [String], { description: "Always empty." })
  orders!: string[];

  @Field(() => [String], { description: "Number of the page and number of items on it." })
  limit!: string[];
}

@OutputShape("StockItemCollection", "A page of stock data.")
export class StockItemCollection {
  @Field(() => [StockItem], { description: "Stock data on the page." })
  items!: StockItem[];

  @Field(() => StockItemCriteria, { description: "The criteria of the search." })
  search_criteria!: StockItemCriteria;

  @Field(() => Int, { description: "Number of items on all pages." })
  total_count!: number;
}
