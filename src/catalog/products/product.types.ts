import { Field, Int } from "type-graphql";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";
import { ProductTierPrice } from "../../pricing/product-tier-price.types.js";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Decimal, type DecimalText, Money } from "../../contract/scalars.js";
import { CustomAttribute } from "../attributes/custom-attribute.types.js";
import { BundleOption } from "../bundle/product-bundle.types.js";
import { ConfigurableOption } from "../configurable/product-configurable.types.js";
import { DownloadableLink, DownloadableSample } from "../downloadable/product-downloadable.types.js";
import { ProductLink } from "../links/product-link.types.js";
import { MediaGalleryEntry } from "../media/product-media.types.js";
import { CustomOption } from "../options/product-option.types.js";
import { StockItem } from "../../inventory/stock-item/stock-item.types.js";

@Shape("CategoryLink", "A category that a product is in.")
export class CategoryLink {
  @Field(() => Int, { nullable: true, description: "Place of the product in the category." })
  position?: number | null;

  @Field(() => String, { nullable: true, description: "Id of the category." })
  category_id?: string | null;
}

@ExtensionAttributes("Product")
export class ProductExtension {
  @Extension(() => [Int], "Ids of the websites that sell the product.")
  website_ids?: number[] | null;

  @Extension(() => [CategoryLink], "Categories that the product is in.")
  category_links?: CategoryLink[] | null;

  @Extension(() => [BundleOption], "Choices of a bundle.")
  bundle_product_options?: BundleOption[] | null;

  @Extension(() => StockItem, "Stock of the product.")
  stock_item?: StockItem | null;

  @Extension(() => [DownloadableLink], "Downloads of a downloadable product.")
  downloadable_product_links?: DownloadableLink[] | null;

  @Extension(() => [DownloadableSample], "Samples of a downloadable product.")
  downloadable_product_samples?: DownloadableSample[] | null;

  @Extension(() => [ConfigurableOption], "Attributes that the variations of a configurable product differ by.")
  configurable_product_options?: ConfigurableOption[] | null;

  @Extension(() => [Int], "Ids of the variations of a configurable product.")
  configurable_product_links?: number[] | null;
}

@Shape("Product", "A product, with the values of one store view.", {
  input: "A product; what is absent stays as it is.",
})
export class Product {
  @Field(() => Int, { nullable: true, description: "Id of the product; given with another SKU, it is renamed." })
  id?: number | null;

  @Field(() => String, { description: "Stock keeping unit: the product's unique name, in any case." })
  sku!: string;

  @Field(() => String, { nullable: true, description: "Name in the store view." })
  name?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the attribute set." })
  attribute_set_id?: number | null;

  @Field(() => Money, { nullable: true, description: "Base price in the website's base currency." })
  price?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "1 enabled, 2 (or 0) disabled." })
  status?: number | null;

  @Field(() => Int, { nullable: true, description: "1 not on its own, 2 in the catalogue, 3 in search, 4 in both." })
  visibility?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "simple (default), virtual, bundle, downloadable, configurable or grouped.",
  })
  type_id?: string | null;

  @Field(() => String, { nullable: true, description: "When it was created, in UTC; read only." })
  created_at?: string | null;

  @Field(() => String, { nullable: true, description: "When it was last changed, in UTC; read only." })
  updated_at?: string | null;

  @Field(() => Decimal, { nullable: true, description: "Weight in the store's unit of weight." })
  weight?: DecimalText | null;

  @Field(() => ProductExtension, { nullable: true, description: "Websites, categories, stock, parts by type." })
  extension_attributes?: ProductExtension | null;

  @Field(() => [ProductLink], { nullable: true, description: "Products that this one points to." })
  product_links?: ProductLink[] | null;

  @Field(() => [CustomOption], { nullable: true, description: "What a buyer enters or chooses." })
  options?: CustomOption[] | null;

  @Field(() => [MediaGalleryEntry], { nullable: true, description: "Images and videos." })
  media_gallery_entries?: MediaGalleryEntry[] | null;

  @Field(() => [ProductTierPrice], { nullable: true, description: "Prices by customer group and quantity." })
  tier_prices?: ProductTierPrice[] | null;

  @Field(() => [CustomAttribute], { nullable: true, description: "Values of all other attributes." })
  custom_attributes?: CustomAttribute[] | null;
}

export const ProductSearchResults = SearchResults(Product);
export type ProductSearchResults = SearchResults<Product>;

@OutputShape("ProductType", "A type of product.")
export class ProductType {
  @Field(() => String, { description: "Code of the type, as in `type_id`." })
  name!: string;

  @Field(() => String, { description: "Name for people." })
  label!: string;
}
