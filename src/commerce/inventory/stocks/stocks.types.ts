import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";
import { RequiredInput } from "../../../api/contract/request-fields.js";

@Shape("SalesChannel", "A sales channel, for example a website, which sells from a stock.", { mayLack: [] })
export class SalesChannel {
  @RequiredInput()
  @Field(() => String, {
    nullable: true,
    description: "Type of the channel: `website`, or a type that an extension defines.",
  })
  type?: string | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Code of the channel, for example the code of a website." })
  code?: string | null;
}

@ExtensionAttributes("InventoryStock")
export class InventoryStockExtension {
  @Extension(
    () => [SalesChannel],
    "Channels that sell from the stock. Each save replaces the list; an omitted list is treated as empty.",
  )
  sales_channels?: SalesChannel[] | null;
}

@Shape("InventoryStock", "A group of linked sources that sales channels sell from.")
export class InventoryStock {
  @Field(() => Int, { nullable: true, description: "Id. Omit it to create a stock." })
  stock_id?: number | null;

  @RequiredInput()
  @Field(() => String, { nullable: true, description: "Name, unique and case-insensitive." })
  name?: string | null;

  @Field(() => InventoryStockExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: InventoryStockExtension | null;
}

export const InventoryStockSearchResults = SearchResults(InventoryStock);
export type InventoryStockSearchResults = SearchResults<InventoryStock>;

/** Id of the stock that websites sell from by default. It cannot be deleted. */
export const defaultStock = 1;
