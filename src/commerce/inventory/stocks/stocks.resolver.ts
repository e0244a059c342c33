import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { deleteStock, saveStock, requireStock, requireStockOfChannel } from "./save-stock.js";
import { searchStocks } from "./stocks.rows.js";
import { InventoryStock, InventoryStockSearchResults } from "./stocks.types.js";

const permission = "Magento_InventoryApi::stock";
const editing = "Magento_InventoryApi::stock_edit";

@Contract("InventoryApi", "StockRepository", { aggregate: "inventory-stock" })
@Resolver()
export class StockRepository {
  @Rest("GET /V1/inventory/stocks/:stockId", permission)
  @Query(() => InventoryStock, { name: "inventoryStock", description: "Returns a stock with its sales channels." })
  get(
    @Arg("stockId", () => Int, { description: "Id of the stock." }) stockId: number,
    @Ctx() ctx: Context,
  ): Promise<InventoryStock> {
    return requireStock(ctx.db, stockId);
  }

  @Rest("GET /V1/inventory/stocks", permission)
  @Query(() => InventoryStockSearchResults, {
    name: "inventoryStocks",
    description: "Searches stocks by stock_id and name; without criteria, returns all.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { nullable: true, description: "Search criteria." })
    searchCriteria: SearchCriteria | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<InventoryStockSearchResults> {
    return searchStocks(ctx.db, searchCriteria ?? {});
  }

  @Rest("POST /V1/inventory/stocks", editing)
  @Rest("PUT /V1/inventory/stocks/:stockId", editing)
  @Writes("inventoryStock", { stockId: "result" })
  @Mutation(() => Int, {
    name: "saveInventoryStock",
    description: "Creates a stock, or changes the one with the id, and replaces its sales channels. Returns the id.",
  })
  save(
    @Arg("stock", () => InventoryStock, { description: "The stock." }) stock: InventoryStock,
    @Ctx() ctx: Context,
  ): Promise<number> {
    return saveStock(ctx.db, stock);
  }

  @Rest("DELETE /V1/inventory/stocks/:stockId", "Magento_InventoryApi::stock_delete")
  @Mutation(() => Void, {
    nullable: true,
    name: "deleteInventoryStock",
    description: "Deletes a stock that no channel sells from, with its links to sources.",
  })
  deleteById(
    @Arg("stockId", () => Int, { description: "Id of the stock." }) stockId: number,
    @Ctx() ctx: Context,
  ): Promise<void> {
    return deleteStock(ctx.db, stockId);
  }
}

@Contract("InventorySalesApi", "StockResolver")
@Resolver()
export class StockResolver {
  @Rest("GET /V1/inventory/stock-resolver/:type/:code", "Magento_InventorySalesApi::stock")
  @Query(() => InventoryStock, {
    name: "stockOfSalesChannel",
    description: "Returns the stock that a sales channel sells from.",
  })
  execute(
    @Arg("type", () => String, { description: "Type of the channel, for example `website`." }) type: string,
    @Arg("code", () => String, { description: "Code of the channel." }) code: string,
    @Ctx() ctx: Context,
  ): Promise<InventoryStock> {
    return requireStockOfChannel(ctx.db, { type, code });
  }
}
