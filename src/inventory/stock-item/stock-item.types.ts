import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";

@Shape("StockItem", "Stock of a product; `use_config_…` takes a value from the settings.")
export class StockItem {
  @Field(() => Int, { nullable: true, description: "Id of the stock item." })
  item_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the product." })
  product_id?: number | null;

  @Field(() => Int, { nullable: true, description: "Id of the stock." })
  stock_id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity in stock." })
  qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it can be bought." })
  is_in_stock?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether quantities may have decimal places." })
  is_qty_decimal?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the default message is shown; always false." })
  show_default_notification_message?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `min_qty` from the settings." })
  use_config_min_qty?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity at which the product is out of stock." })
  min_qty?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "1 takes `min_sale_qty` from the settings." })
  use_config_min_sale_qty?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Smallest quantity in a cart." })
  min_sale_qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `max_sale_qty` from the settings." })
  use_config_max_sale_qty?: boolean | null;

  @Field(() => Decimal, { nullable: true, description: "Largest quantity in a cart." })
  max_sale_qty?: DecimalText | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `backorders` from the settings." })
  use_config_backorders?: boolean | null;

  @Field(() => Int, { nullable: true, description: "0 none, 1 allowed, 2 allowed with a notice to the buyer." })
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

  @Field(() => Boolean, { nullable: true, description: "Whether `qty_increments` counts." })
  enable_qty_increments?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Takes `manage_stock` from the settings." })
  use_config_manage_stock?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether stock is counted at all." })
  manage_stock?: boolean | null;

  @Field(() => String, { nullable: true, description: "Since when stock is low, in UTC." })
  low_stock_date?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether one piece can be shipped in several boxes." })
  is_decimal_divided?: boolean | null;

  @Field(() => Int, { nullable: true, description: "1 where the quantity took it out of stock." })
  stock_status_changed_auto?: number | null;
}

@OutputShape("StockStatus", "Whether a product can be bought, as far as stock decides it.")
export class StockStatus {
  @Field(() => Int, { description: "Id of the product." })
  product_id!: number;

  @Field(() => Int, { description: "Id of the stock." })
  stock_id!: number;

  @Field(() => Int, { description: "Whole pieces in stock; 0 where there are fewer." })
  qty!: number;

  @Field(() => Int, { description: "1 where it can be bought, else 0; a product that is disabled cannot." })
  stock_status!: number;

  @Field(() => StockItem, { description: "The stock itself." })
  stock_item!: StockItem;
}

@OutputShape("StockItemCriteria", "What stock was searched for.")
export class StockItemCriteria {
  @Field(() => String, { description: "Name of Magento's own class; of no meaning here." })
  mapper_interface_name!: string;

  @Field(() => [StockItemCriteria], { description: "Always empty." })
  criteria_list!: StockItemCriteria[];

  @Field(() => [String], { description: "Always empty." })
  filters!: string[];

  @Field(() => [String], { description: "Always empty." })
  orders!: string[];

  @Field(() => [String], { description: "Number and size of the page." })
  limit!: string[];
}

@OutputShape("StockItemCollection", "A page of stock.")
export class StockItemCollection {
  @Field(() => [StockItem], { description: "The stock of the page." })
  items!: StockItem[];

  @Field(() => StockItemCriteria, { description: "What was searched for." })
  search_criteria!: StockItemCriteria;

  @Field(() => Int, { description: "Number of items on all pages." })
  total_count!: number;
}
