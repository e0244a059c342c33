import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { OutputShape, Shape } from "../../contract/shape.js";

@Shape("SourceSelectionAddress", "An address that goods are sent to.")
export class SourceSelectionAddress {
  @Field(() => String, { description: "Two-letter code of the country." })
  country!: string;

  @Field(() => String, { description: "Postcode." })
  postcode!: string;

  @Field(() => String, { description: "Street and number." })
  street!: string;

  @Field(() => String, { description: "Name of the region." })
  region!: string;

  @Field(() => String, { description: "City." })
  city!: string;
}

@Shape("SourceSelectionItemRequest", "A quantity of a product to be sent.")
export class SourceSelectionItemRequest {
  @Field(() => String, { description: "SKU of the product, in any case." })
  sku!: string;

  @Field(() => Decimal, { description: "The quantity." })
  qty!: DecimalText;
}

@ExtensionAttributes("InventoryRequest")
export class InventoryRequestExtension {
  @Extension(() => SourceSelectionAddress, "Where the goods are sent; `distance` needs it.")
  destination_address?: SourceSelectionAddress | null;
}

@Shape("InventoryRequest", "What is to be sent from the sources of a stock.")
export class InventoryRequest {
  @Field(() => Int, { description: "Id of the stock." })
  stock_id!: number;

  @Field(() => [SourceSelectionItemRequest], { description: "The products. Of equal SKUs the last quantity counts." })
  items!: SourceSelectionItemRequest[];

  @Field(() => InventoryRequestExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: InventoryRequestExtension | null;
}

@OutputShape("SourceSelectionItem", "What a source has of a product, and what to take from it.")
export class SourceSelectionItem {
  @Field(() => String, { description: "Code of the source." })
  source_code!: string;

  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Decimal, { description: "Quantity to take." })
  qty_to_deduct!: DecimalText;

  @Field(() => Decimal, { description: "Quantity that the source has." })
  qty_available!: DecimalText;
}

@OutputShape("SourceSelectionResult", "A proposal which sources goods leave.")
export class SourceSelectionResult {
  @Field(() => [SourceSelectionItem], {
    description: "Sources in the order of the algorithm; those of which nothing is taken too.",
  })
  source_selection_items!: SourceSelectionItem[];

  @Field(() => Boolean, { description: "Whether the sources have all that is wanted." })
  shippable!: boolean;
}

@OutputShape("SourceSelectionAlgorithm", "A way to choose sources.")
export class SourceSelectionAlgorithm {
  @Field(() => String, { description: "Code." })
  code!: string;

  @Field(() => String, { description: "Title." })
  title!: string;

  @Field(() => String, { description: "Description." })
  description!: string;
}
