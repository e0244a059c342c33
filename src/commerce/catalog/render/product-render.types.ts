import { Field, Int } from "type-graphql";
import { OutputShape } from "../../../api/contract/shape.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";

@OutputShape("ProductRenderButton", "The data of a storefront button.")
export class ProductRenderButton {
  @Field(() => String, { description: "JSON that the button posts." })
  post_data!: string;

  @Field(() => String, { description: "URL that the button posts to." })
  url!: string;

  @Field(() => Boolean, { description: "Whether options must be chosen first." })
  required_options!: boolean;
}

@OutputShape("ProductRenderFormattedPrices", "Prices formatted with their currency.")
export class ProductRenderFormattedPrices {
  @Field(() => String, { description: "Lowest price of one unit after discounts." })
  final_price!: string;

  @Field(() => String, { description: "Highest price." })
  max_price!: string;

  @Field(() => String, { description: "Lowest price." })
  minimal_price!: string;

  @Field(() => String, { description: "Highest price before discounts." })
  max_regular_price!: string;

  @Field(() => String, { description: "Lowest price before discounts." })
  minimal_regular_price!: string;

  @Field(() => String, { nullable: true, description: "Special price, if one is active." })
  special_price!: string | null;

  @Field(() => String, { description: "Lowest price of one unit before discounts." })
  regular_price!: string;
}

@OutputShape("ProductRenderPriceInfo", "Prices in the base currency of the store view's website.")
export class ProductRenderPriceInfo {
  @Field(() => Money, { description: "Lowest price of one unit after discounts." })
  final_price!: DecimalText;

  @Field(() => Money, { description: "Highest price." })
  max_price!: DecimalText;

  @Field(() => Money, { description: "Highest price before discounts." })
  max_regular_price!: DecimalText;

  @Field(() => Money, { description: "Lowest price before discounts." })
  minimal_regular_price!: DecimalText;

  @Field(() => Money, { nullable: true, description: "Special price, if one is active." })
  special_price!: DecimalText | null;

  @Field(() => Money, { description: "Lowest price." })
  minimal_price!: DecimalText;

  @Field(() => Money, { description: "Lowest price of one unit before discounts." })
  regular_price!: DecimalText;

  @Field(() => ProductRenderFormattedPrices, { description: "The same prices, formatted." })
  formatted_prices!: ProductRenderFormattedPrices;
}

@OutputShape("ProductRenderImage", "An image for the storefront.")
export class ProductRenderImage {
  @Field(() => String, { description: "URL of the image." })
  url!: string;

  @Field(() => String, { description: "Code of the place that shows it." })
  code!: string;

  @Field(() => Decimal, { description: "Height in pixels." })
  height!: DecimalText;

  @Field(() => Decimal, { description: "Width in pixels." })
  width!: DecimalText;

  @Field(() => String, { description: "Alternative text." })
  label!: string;

  @Field(() => Decimal, { description: "Width in pixels after resizing." })
  resized_width!: DecimalText;

  @Field(() => Decimal, { description: "Height in pixels after resizing." })
  resized_height!: DecimalText;
}

@ExtensionAttributes("ProductRender")
export class ProductRenderExtension {
  @Extension(() => String, "HTML summary of reviews.")
  review_html?: string | null;
}

@OutputShape("ProductRender", "The data that a storefront needs to list a product.")
export class ProductRender {
  @Field(() => ProductRenderButton, { description: "Button that adds the product to the cart." })
  add_to_cart_button!: ProductRenderButton;

  @Field(() => ProductRenderButton, { description: "Button that adds the product to the comparison list." })
  add_to_compare_button!: ProductRenderButton;

  @Field(() => ProductRenderPriceInfo, { description: "Prices." })
  price_info!: ProductRenderPriceInfo;

  @Field(() => [ProductRenderImage], { description: "Images." })
  images!: ProductRenderImage[];

  @Field(() => String, { description: "URL of the product page." })
  url!: string;

  @Field(() => Int, { description: "Id of the product." })
  id!: number;

  @Field(() => String, { description: "Name in the store view." })
  name!: string;

  @Field(() => String, { description: "Type of the product." })
  type!: string;

  @Field(() => String, { description: "`1` if it can be bought, otherwise empty." })
  is_salable!: string;

  @Field(() => Int, { description: "Id of the store view." })
  store_id!: number;

  @Field(() => String, { description: "ISO code of the currency." })
  currency_code!: string;

  @Field(() => ProductRenderExtension, { nullable: true, description: "Reviews." })
  extension_attributes?: ProductRenderExtension;
}

@OutputShape("ProductRenderSearchResults", "Products with the data that a storefront needs to list them.")
export class ProductRenderSearchResults {
  @Field(() => [ProductRender], { description: "The products." })
  items!: ProductRender[];
}
