import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { listLowStock, requireStockItem, readStockStatus, updateStockItem } from "./stock-registry.js";
import { StockItem, StockItemCollection, StockStatus } from "./stock-item.types.js";

const permission = "Magento_Catalog::catalog_inventory";
const skuDescription = "SKU of the product, case-insensitive.";
const scopeDescription = "Accepted for compatibility; stock is the same in all scopes.";

@Contract("CatalogInventory", "StockRegistry", { aggregate: "product" })
@Resolver()
export class StockRegistry {
  @Rest("GET /V1/stockItems/:productSku", permission)
  @Query(() => StockItem, {
    name: "stockItem",
    description: "Returns the stock data of a product. Fields that refer to the settings have their values.",
  })
  getStockItemBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("scopeId", () => Int, { nullable: true, description: scopeDescription }) _scopeId: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<StockItem> {
    return requireStockItem(db, productSku);
  }

  @Rest("PUT /V1/products/:productSku/stockItems/:itemId", permission)
  @Writes("product", { sku: "productSku" })
  @Mutation(() => Int, {
    name: "updateStockItem",
    description: "Changes the given fields of a product's stock data. Returns the id of the stock item.",
  })
  updateStockItemBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("stockItem", () => StockItem, { description: "Stock data of the product. Ids in it are ignored." })
    stockItem: StockItem,
    @Ctx() { db }: Context,
  ): Promise<number> {
    return updateStockItem(db, productSku, stockItem);
  }

  @Rest("GET /V1/stockItems/lowStock/", permission)
  @Query(() => StockItemCollection, {
    name: "lowStockItems",
    description: "Lists stock items whose quantity is at most a given one, sorted by id.",
  })
  getLowStockItems(
    @Arg("scopeId", () => Int, { description: "Id of the website that sells the products; 0 for all websites." })
    scopeId: number,
    @Arg("qty", () => Decimal, { description: "Maximum quantity of the listed items." }) qty: DecimalText,
    @Arg("currentPage", () => Int, { nullable: true, description: "Number of the page, from 1." })
    currentPage: number | null | undefined,
    @Arg("pageSize", () => Int, {
      nullable: true,
      description: "Number of items on a page. By default, all items are on one page.",
    })
    pageSize: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<StockItemCollection> {
    return listLowStock(db, { websiteId: scopeId, qty, page: currentPage ?? 1, size: pageSize ?? 0 });
  }

  @Rest("GET /V1/stockStatuses/:productSku", permission, { publicRead: true })
  @Query(() => StockStatus, {
    name: "stockStatus",
    description:
      "Returns whether the stock of a website can sell a product, and how much of it. A composite product depends on its parts.",
  })
  getStockStatusBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("scopeId", () => Int, {
      nullable: true,
      description: "Id of the website; by default the website of the store view.",
    })
    scopeId: number | null | undefined,
    @Ctx() { db, scope }: Context,
  ): Promise<StockStatus> {
    return readStockStatus(db, productSku, scopeId || scope.websiteId);
  }
}
