import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteLinks, saveLinks } from "./save-links.js";
import { searchLinks } from "./stock-source-links.rows.js";
import { StockSourceLink, StockSourceLinkSearchResults } from "./stock-source-links.types.js";

const permission = "Magento_InventoryApi::stock_source_link";
/** The stock and the source that a link joins. */
const keys = ["links.stock_id", "inventory-source:links.source_code"];

@Contract("InventoryApi", "StockSourceLinks", { aggregate: "inventory-stock" })
@Resolver()
export class StockSourceLinks {
  @Rest("GET /V1/inventory/stock-source-links", permission, { as: "GetStockSourceLinks.execute" })
  @Query(() => StockSourceLinkSearchResults, {
    name: "stockSourceLinks",
    description: "Searches the links between stocks and sources by link_id, stock_id, source_code and priority.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<StockSourceLinkSearchResults> {
    return searchLinks(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/inventory/stock-source-links", permission, { as: "StockSourceLinksSave.execute", keys })
  @Writes("stockSourceLinks", { stock_id: "links.stock_id", source_code: "links.source_code" })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveStockSourceLinks",
    description: "Links sources to stocks, or changes the priorities of links. Saves all of them or none.",
  })
  save(
    @Arg("links", () => [StockSourceLink], {
      description: "The links. If a pair of stock and source occurs several times, its last priority is used.",
    })
    links: StockSourceLink[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return saveLinks(ctx.db, links);
  }

  @Rest("POST /V1/inventory/stock-source-links-delete", permission, { as: "StockSourceLinksDelete.execute", keys })
  @Mutation(() => Void, {
    nullable: true,
    name: "deleteStockSourceLinks",
    description: "Removes links between stocks and sources. Unknown links are ignored.",
  })
  delete(
    @Arg("links", () => [StockSourceLink], { description: "The links. Priorities are ignored." })
    links: StockSourceLink[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return deleteLinks(ctx.db, links);
  }
}
