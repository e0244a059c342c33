import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteSourceItems, saveSourceItems } from "./save-source-items.js";
import { searchSourceItems } from "./source-items.rows.js";
import { SourceItem, SourceItemSearchResults } from "./source-items.types.js";

const assignment = "Magento_InventoryApi::stock_source_item_assign";
/** Writes to the stock and the product of one SKU run in the order in which they were sent. */
const keys = ["sourceItems.sku"];

@Contract("InventoryApi", "SourceItems", { aggregate: "product" })
@Resolver()
export class SourceItems {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/source-items", "Magento_InventoryApi::source", { as: "SourceItemRepository.getList" })
  @Query(() => SourceItemSearchResults, {
    name: "sourceItems",
    description: "Searches quantities at sources by source_item_id, sku, source_code, quantity and status.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<SourceItemSearchResults> {
    return searchSourceItems(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/inventory/source-items", assignment, { as: "SourceItemsSave.execute", keys })
  @Writes("sourceItems", { sku: "sourceItems.sku", source_code: "sourceItems.source_code" })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveSourceItems",
    description: "Sets the quantities and statuses of SKUs at sources. Saves all of them or none.",
  })
  save(
    @Arg("sourceItems", () => [SourceItem], {
      description: "The quantities. If a pair of SKU and source occurs several times, its last quantity is used.",
    })
    sourceItems: SourceItem[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return saveSourceItems(ctx.db, sourceItems, this.dependencies.config);
  }

  @Rest("POST /V1/inventory/source-items-delete", assignment, { as: "SourceItemsDelete.execute", keys })
  @Mutation(() => Void, {
    nullable: true,
    name: "deleteSourceItems",
    description: "Removes SKUs from sources, with their low-stock thresholds there. Unknown pairs are ignored.",
  })
  delete(
    @Arg("sourceItems", () => [SourceItem], {
      description: "The pairs of SKU and source. Quantities and statuses are ignored.",
    })
    sourceItems: SourceItem[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return deleteSourceItems(ctx.db, sourceItems);
  }
}
