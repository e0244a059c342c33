import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";

@Shape("SourceSelectionAddress", "A shipping address.")
export class SourceSelectionAddress {
  @Field(() => String, { description: "Two-letter code of the country." })
  country!: string;

  @Field(() => String, { description: "Postal code." })
  postcode!: string;

  @Field(() => String, { description: "Street and number." })
  street!: string;

  @Field(() => String, { description: "Name of the region." })
  region!: string;

  @Field(() => String, { description: "City." })
  city!: string;
}

@Shape("SourceSelectionItemRequest", "A quantity of a product to ship.")
export class SourceSelectionItemRequest {
  @Field(() => String, { description: "SKU of the product, case-insensitive." })
  sku!: string;

  @Field(() => Decimal, { description: "The quantity." })
  qty!: DecimalText;
}

@ExtensionAttributes("InventoryRequest")
export class InventoryRequestExtension {
  @Extension(() => SourceSelectionAddress, "Shipping address; required by the algorithm `distance`.")
  destination_address?: SourceSelectionAddress | null;
}

@Shape("InventoryRequest", "Products to ship from the sources of a stock.")
export class InventoryRequest {
  @Field(() => Int, { description: "Id of the stock." })
  stock_id!: number;

  @Field(() => [SourceSelectionItemRequest], {
    description: "The products. If a SKU occurs several times, its last quantity is used.",
  })
  items!: SourceSelectionItemRequest[];

  @Field(() => InventoryRequestExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: InventoryRequestExtension | null;
}

@OutputShape("SourceSelectionItem", "The quantity of a product at a source, and how much of it to take.")
export class SourceSelectionItem {
  @Field(() => String, { description: "Code of the source." })
  source_code!: string;

  @Field(() => String, { description: "SKU of the product." })
  sku!: string;

  @Field(() => Decimal, { description: "Quantity to take." })
  qty_to_deduct!: DecimalText;

  @Field(() => Decimal, { description: "Quantity at the source." })
  qty_available!: DecimalText;
}

@OutputShape("SourceSelectionResult", "A proposal of the sources to ship from.")
export class SourceSelectionResult {
  @Field(() => [SourceSelectionItem], {
    description: "Sources in the order of the algorithm, including those from which nothing is taken.",
  })
  source_selection_items!: SourceSelectionItem[];

  @Field(() => Boolean, { description: "Whether the sources have all requested quantities." })
  shippable!: boolean;
}

@OutputShape("SourceSelectionAlgorithm", "An algorithm that chooses sources.")
export class SourceSelectionAlgorithm {
  @Field(() => String, { description: "Code." })
  code!: string;

  @Field(() => String, { description: "Title." })
  title!: string;

  @Field(() => String, { description: "Description." })
  description!: string;
}
