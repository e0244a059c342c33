import { Field, Int } from "type-graphql";
import { Extension, ExtensionAttributes } from "../../../api/contract/extension-attributes.js";
import { Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@ExtensionAttributes("StockSourceLink")
export class StockSourceLinkExtension {
  @Extension(() => String, "Name of the source; always absent, as in Magento's REST API.")
  source_name?: string | null;
}

@Shape("StockSourceLink", "A link between a stock and a source that it sells from.")
export class StockSourceLink {
  @Field(() => Int, { nullable: true, description: "Id of the stock." })
  stock_id?: number | null;

  @Field(() => String, { nullable: true, description: "Code of the source, case-insensitive." })
  source_code?: string | null;

  @Field(() => Int, { nullable: true, description: "Priority among the sources of the stock; 1 is the highest." })
  priority?: number | null;

  @Field(() => StockSourceLinkExtension, { nullable: true, description: "Extension attributes." })
  extension_attributes?: StockSourceLinkExtension | null;
}

export const StockSourceLinkSearchResults = SearchResults(StockSourceLink);
export type StockSourceLinkSearchResults = SearchResults<StockSourceLink>;
