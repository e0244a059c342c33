import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { Configured } from "../../../config.js";
import { exportSalableQuantities, exportStock } from "./stock-export.js";
import { ProductStockIndexData, ProductStockIndexDataSearchResults } from "./stock-export.types.js";

const permission = "Magento_InventoryApi::stock";
const typeDescription = "Type of the sales channel, for example `website`.";
const codeDescription = "Code of the sales channel, for example that of the website.";

@Contract("InventoryExportStockApi", "ExportStockIndexData")
@Resolver()
export class ExportStockIndexData {
  @Rest("GET /V1/inventory/dump-stock-index-data/:salesChannelType/:salesChannelCode", permission)
  @Query(() => [ProductStockIndexData], {
    name: "stockOfProducts",
    description:
      "Returns all products of a website that its stock can have: their quantities at enabled sources, reserved ones included, and whether they can be sold.",
  })
  execute(
    @Arg("salesChannelType", () => String, { description: typeDescription }) type: string,
    @Arg("salesChannelCode", () => String, { description: codeDescription }) code: string,
    @Ctx() { db }: Context,
  ): Promise<ProductStockIndexData[]> {
    return exportStock(db, { type, code });
  }
}

@Contract("InventoryExportStockApi", "ExportStockSalableQty")
@Resolver()
export class ExportStockSalableQty {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/export-stock-salable-qty/:salesChannelType/:salesChannelCode", permission)
  @Query(() => ProductStockIndexDataSearchResults, {
    name: "salableQuantities",
    description:
      "Searches products as `products` does, and returns how much of each the stock of a sales channel can sell.",
  })
  execute(
    @Arg("salesChannelType", () => String, { description: typeDescription }) type: string,
    @Arg("salesChannelCode", () => String, { description: codeDescription }) code: string,
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<ProductStockIndexDataSearchResults> {
    return exportSalableQuantities(searchCriteria, { type, code }, { ...ctx, ...this.dependencies });
  }
}
