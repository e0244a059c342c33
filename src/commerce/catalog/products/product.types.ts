import { Field, Int } from "type-graphql";
import { ReadOnly, RequiredInput } from "../../../api/contract/request-fields.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { ProductTierPrice } from "../../pricing/tier-prices/product-tier-price.types.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../../api/contract/scalars.js";
import { CustomAttribute } from "../attributes/custom-attribute.types.js";
import { BundleOption } from "../bundle/product-bundle.types.js";
import { ConfigurableOption } from "../configurable/product-configurable.types.js";
import { DownloadableLink, DownloadableSample } from "../downloadable/product-downloadable.types.js";
import { ProductLink } from "../links/product-link.types.js";
import { MediaGalleryEntry } from "../media/product-media.types.js";
import { CustomOption } from "../options/product-option.types.js";
import { StockItem } from "../../inventory/stock-item/stock-item.types.js";
import { OneOf } from "../../../api/contract/closed-set.js";
import { productStatus, productTypeId, productVisibility } from "../closed-sets.types.js";

@Shape("CategoryLink", "The assignment of the product to a category.", { mayLack: [] })
export class CategoryLink {
  @Field(() => Int, { nullable: true, description: "Position in the category." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the category." })
  category_id?: string | null;
}

@ExtensionAttributes("Product")
export class ProductExtension {
  @Extension(() => [Int], "Ids of the websites that sell the product.")
  website_ids?: number[] | null;

  @Extension(() => [CategoryLink], "Categories of the product.")
  category_links?: CategoryLink[] | null;

  @Extension(() => [BundleOption], "Options of a bundle product.")
  bundle_product_options?: BundleOption[] | null;

  @Extension(() => StockItem, "Stock item of the product.")
  stock_item?: StockItem | null;

  @Extension(() => [DownloadableLink], "Links of a downloadable product.")
  downloadable_product_links?: DownloadableLink[] | null;

  @Extension(() => [DownloadableSample], "Samples of a downloadable product.")
  downloadable_product_samples?: DownloadableSample[] | null;

  @Extension(() => [ConfigurableOption], "Options of a configurable product.")
  configurable_product_options?: ConfigurableOption[] | null;

  @Extension(() => [Int], "Ids of the variations of a configurable product.")
  configurable_product_links?: number[] | null;
}

@Shape("Product", "A product, with the values of one store view.", {
  input: "A product; absent fields stay unchanged.",
})
export class Product {
  @Field(() => Int, {
    nullable: true,
    description: "Id of the product. If it is sent with a different SKU, the SKU of the product changes.",
  })
  id?: number | null;

  @RequiredInput()
  @Field(() => String, { description: "Stock keeping unit, unique and case-insensitive." })
  sku!: string;

  @Field(() => String, { nullable: true, description: "Name in the store view." })
  name?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the attribute set." })
  attribute_set_id?: number | null;

  @Field(() => Money, { nullable: true, description: "Base price in the base currency of the website." })
  price?: DecimalText | null;

  @OneOf(productStatus)
  @Field(() => Int, { nullable: true, description: "Whether the product is offered for sale." })
  status?: number | null;

  @OneOf(productVisibility)
  @Field(() => Int, {
    nullable: true,
    description: "Where the storefront shows the product.",
  })
  visibility?: number | null;

  @OneOf(productTypeId)
  @Field(() => String, {
    nullable: true,
    description: "Type of the product; a simple product by default.",
  })
  type_id?: string | null;

  @ReadOnly(() => String, "Creation time in UTC.")
  created_at?: string | null;

  @ReadOnly(() => String, "Time of the last change in UTC.")
  updated_at?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Weight in the store's weight unit; 0 for a bundle whose weight is the sum of its selections.",
  })
  weight?: DecimalText | null;

  @Field(() => ProductExtension, {
    nullable: true,
    description: "Websites, categories, stock item and data specific to the product type.",
  })
  extension_attributes?: ProductExtension | null;

  @Field(() => [ProductLink], { nullable: true, description: "Links to other products." })
  product_links?: ProductLink[] | null;

  @Field(() => [CustomOption], { nullable: true, description: "Custom options." })
  options?: CustomOption[] | null;

  @Field(() => [MediaGalleryEntry], { nullable: true, description: "Images and videos." })
  media_gallery_entries?: MediaGalleryEntry[] | null;

  @Field(() => [ProductTierPrice], { nullable: true, description: "Tier prices by customer group and quantity." })
  tier_prices?: ProductTierPrice[] | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Values of all other attributes." })
  custom_attributes?: CustomAttribute[] | null;
}

export const ProductSearchResults = SearchResults(Product);
export type ProductSearchResults = SearchResults<Product>;

@OutputShape("ProductType", "A product type.")
export class ProductType {
  @Field(() => String, { description: "Code of the type, as in `type_id`." })
  name!: string;

  @Field(() => String, { description: "Display name." })
  label!: string;
}
