import { Field, Int } from "type-graphql";
import { ImageContent } from "../../catalog/media/product-media.types.js";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { Shape } from "../../../api/contract/shape.js";

@ExtensionAttributes("ChosenCustomOption")
export class ChosenCustomOptionExtension {
  @Extension(
    () => ImageContent,
    "A file for an option of type `file`. Requests with a file are rejected, because Portico does not support such options.",
  )
  file_info?: ImageContent | null;
}

@Shape("ChosenCustomOption", "The value that a shopper chose or entered for a custom option.")
export class ChosenCustomOption {
  @Field(() => String, { nullable: true, description: "Id of the option." })
  option_id?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Text, date, or id of the chosen value; several ids are separated by commas.",
  })
  option_value?: string | null;

  @Field(() => ChosenCustomOptionExtension, { nullable: true, description: "A file." })
  extension_attributes?: ChosenCustomOptionExtension | null;
}

@Shape("ChosenBundleOption", "The products that a shopper chose for an option of a bundle.")
export class ChosenBundleOption {
  @Field(() => Int, { nullable: true, description: "Id of the option." })
  option_id?: number | null;

  @Field(() => Decimal, {
    nullable: true,
    description: "Quantity of each selection per bundle; ignored if the shopper may not change it.",
  })
  option_qty?: DecimalText | null;

  @Field(() => [Int], { nullable: true, description: "Ids of the chosen selections." })
  option_selections?: number[] | null;
}

@Shape("ChosenDownloads", "The links of a downloadable product that a shopper buys.")
export class ChosenDownloads {
  @Field(() => [Int], { nullable: true, description: "Ids of the links." })
  downloadable_links?: number[] | null;
}

@Shape("ChosenAttribute", "The value that a shopper chose for an attribute of a configurable product.")
export class ChosenAttribute {
  @Field(() => String, { nullable: true, description: "Id of the attribute." })
  option_id?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the attribute's option." })
  option_value?: number | null;
}

@Shape("ChosenGroupMember", "The quantity of a member of a grouped product.")
export class ChosenGroupMember {
  @Field(() => Int, { nullable: true, description: "Id of the member." })
  id?: number | null;

  @Field(() => Decimal, { nullable: true, description: "Quantity; 0 leaves the member out." })
  qty?: DecimalText | null;
}

@ExtensionAttributes("ProductOption")
export class ProductOptionExtension {
  @Extension(() => [ChosenCustomOption], "Custom options.")
  custom_options?: ChosenCustomOption[] | null;

  @Extension(() => [ChosenBundleOption], "Options of a bundle.")
  bundle_options?: ChosenBundleOption[] | null;

  @Extension(() => ChosenDownloads, "Links of a downloadable product.")
  downloadable_option?: ChosenDownloads | null;

  @Extension(() => [ChosenAttribute], "Attributes of a configurable product.")
  configurable_item_options?: ChosenAttribute[] | null;

  @Extension(() => [ChosenGroupMember], "Members of a grouped product; each becomes an item.")
  grouped_options?: ChosenGroupMember[] | null;
}

@Shape("ProductOption", "Options that a shopper chose for a product.")
export class ProductOption {
  @Field(() => ProductOptionExtension, { nullable: true, description: "Chosen options by product type." })
  extension_attributes?: ProductOptionExtension | null;
}
