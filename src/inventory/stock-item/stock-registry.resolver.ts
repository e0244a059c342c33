import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { lowStock, stockItemOf, stockStatusOf, updateStockItem } from "./stock-registry.js";
import { StockItem, StockItemCollection, StockStatus } from "./stock-item.types.js";

const permission = "Magento_Catalog::catalog_inventory";
const skuDescription = "SKU of the product, in any case.";
const scopeDescription = "Taken for compatibility; stock is the same everywhere.";

@Contract("CatalogInventory", { aggregate: "product" })
@Resolver()
export class StockRegistry {
  @Rest("GET /V1/stockItems/:productSku", permission)
  @Query(() => StockItem, {
    name: "stockItem",
    description: "The stock of a product, with the settings in place where it refers to them.",
  })
  getStockItemBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("scopeId", () => Int, { nullable: true, description: scopeDescription }) _scopeId: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<StockItem> {
    return stockItemOf(db, productSku);
  }

  @Rest("PUT /V1/products/:productSku/stockItems/:itemId", permission)
  @Mutation(() => Int, {
    name: "updateStockItem",
    description: "Changes what is given of a product's stock; answers the id of the stock item.",
  })
  updateStockItemBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("stockItem", () => StockItem, { description: "The stock; its ids are not looked at." }) stockItem: StockItem,
    @Ctx() { db }: Context,
  ): Promise<number> {
    return updateStockItem(db, productSku, stockItem);
  }

  @Rest("GET /V1/stockItems/lowStock/", permission)
  @Query(() => StockItemCollection, {
    name: "lowStockItems",
    description: "Lists stock of which there is no more than a quantity, by id.",
  })
  getLowStockItems(
    @Arg("scopeId", () => Int, { description: "Id of the website that sells the products; 0 is all of them." })
    scopeId: number,
    @Arg("qty", () => Decimal, { description: "The largest quantity that is listed." }) qty: DecimalText,
    @Arg("currentPage", () => Int, { nullable: true, description: "Number of the page, from 1." })
    currentPage: number | null | undefined,
    @Arg("pageSize", () => Int, { nullable: true, description: "Items on a page; without it, all are on one." })
    pageSize: number | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<StockItemCollection> {
    return lowStock(db, { websiteId: scopeId, qty, page: currentPage ?? 1, size: pageSize ?? 0 });
  }

  @Rest("GET /V1/stockStatuses/:productSku", permission, { publicRead: true })
  @Query(() => StockStatus, {
    name: "stockStatus",
    description:
      "Returns whether the stock of a website can sell a product, and how much; of a composite one, by its parts.",
  })
  getStockStatusBySku(
    @Arg("productSku", () => String, { description: skuDescription }) productSku: string,
    @Arg("scopeId", () => Int, {
      nullable: true,
      description: "Id of the website; without it, that of the store view.",
    })
    scopeId: number | null | undefined,
    @Ctx() { db, scope }: Context,
  ): Promise<StockStatus> {
    return stockStatusOf(db, productSku, scopeId || scope.websiteId);
  }
}
