import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { saveSource, requireSource } from "./save-source.js";
import { readSourcesOfStock, searchSources } from "./sources.rows.js";
import { InventorySource, InventorySourceSearchResults } from "./sources.types.js";

const permission = "Magento_InventoryApi::source";
const editing = "Magento_InventoryApi::source_edit";

/** Source items of products name sources. */
const ordering = { keys: ["source.source_code", "product:*"] };

@Contract("InventoryApi", "SourceRepository", { aggregate: "inventory-source" })
@Resolver()
export class SourceRepository {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/sources/:sourceCode", permission)
  @Query(() => InventorySource, { name: "inventorySource", description: "Returns a source." })
  get(
    @Arg("sourceCode", () => String, { description: "Code of the source, case-insensitive." }) sourceCode: string,
    @Ctx() ctx: Context,
  ): Promise<InventorySource> {
    return requireSource(ctx.db, sourceCode);
  }

  @Rest("GET /V1/inventory/sources", permission)
  @Query(() => InventorySourceSearchResults, {
    name: "inventorySources",
    description: "Searches sources by their fields; without criteria, returns all.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { nullable: true, description: "Search criteria." })
    searchCriteria: SearchCriteria | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<InventorySourceSearchResults> {
    return searchSources(ctx.db, searchCriteria ?? {});
  }

  @Rest("POST /V1/inventory/sources", editing, ordering)
  @Rest("PUT /V1/inventory/sources/:sourceCode", editing, ordering)
  @Writes("inventorySource", { sourceCode: "source.source_code" })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveInventorySource",
    description:
      "Creates a source, or changes the given fields of the one with the code. Without coordinates, it gets those of its address.",
  })
  save(
    @Arg("source", () => InventorySource, { description: "The source." }) source: InventorySource,
    @Ctx() ctx: Context,
  ): Promise<void> {
    return saveSource(ctx.db, source, this.dependencies.config);
  }
}

@Contract("InventoryApi", "GetSourcesAssignedToStockOrderedByPriority")
@Resolver()
export class GetSourcesAssignedToStockOrderedByPriority {
  @Rest("GET /V1/inventory/get-sources-assigned-to-stock-ordered-by-priority/:stockId", permission)
  @Query(() => [InventorySource], {
    name: "inventorySourcesOfStock",
    description: "Returns the sources of a stock by priority, including disabled ones; none for an unknown stock.",
  })
  execute(
    @Arg("stockId", () => Int, { description: "Id of the stock." }) stockId: number,
    @Ctx() ctx: Context,
  ): Promise<InventorySource[]> {
    return readSourcesOfStock(ctx.db, stockId);
  }
}
