import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../contract/extension-attributes.js";
import { Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("SalesChannel", "A place that sells from a stock.")
export class SalesChannel {
  @Field(() => String, { nullable: true, description: "Type of the channel: `website`, or one that an extension has." })
  type?: string | null;

  @Field(() => String, { nullable: true, description: "Code of the channel, for example of the website." })
  code?: string | null;
}

@ExtensionAttributes("InventoryStock")
export class InventoryStockExtension {
  @Extension(() => [SalesChannel], "Channels that sell from it. Each save replaces the list; an omitted list is empty.")
  sales_channels?: SalesChannel[] | null;
}

@Shape("InventoryStock", "What sales channels sell from: the sources that are linked to it.")
export class InventoryStock {
  @Field(() => Int, { nullable: true, description: "Id. A save without one creates a stock." })
  stock_id?: number | null;

  @Field(() => String, { nullable: true, description: "Name, unique in any case." })
  name?: string | null;

  @Field(() => InventoryStockExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: InventoryStockExtension | null;
}

export const InventoryStockSearchResults = SearchResults(InventoryStock);
export type InventoryStockSearchResults = SearchResults<InventoryStock>;
