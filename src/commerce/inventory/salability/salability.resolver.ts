import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { isProductSalable, isQuantitySalable, readSalableQuantity } from "./salability.js";
import {
  ProductSalableResult,
  SalableProduct,
  SalableProductQuantity,
  SalableQuantityRequest,
} from "./salability.types.js";

const permission = "Magento_InventorySalesApi::stock";
const skuDescription = "SKU of the product, case-insensitive.";
const stockDescription = "Id of the stock.";

@Contract("InventorySalesApi", "GetProductSalableQty")
@Resolver()
export class GetProductSalableQty {
  @Rest("GET /V1/inventory/get-product-salable-quantity/:sku/:stockId", permission)
  @Query(() => Decimal, {
    name: "productSalableQuantity",
    description:
      "Returns how much of a product a stock can sell: the quantity at its sources, less reservations and `min_qty`.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<DecimalText> {
    return readSalableQuantity(db, { sku, stockId });
  }
}

@Contract("InventorySalesApi", "IsProductSalable")
@Resolver()
export class IsProductSalable {
  @Rest("GET /V1/inventory/is-product-salable/:sku/:stockId", permission)
  @Query(() => Boolean, {
    name: "isProductSalable",
    description:
      "Returns whether a stock can sell any quantity of a product or, if it is composite, enough of its parts.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    return isProductSalable(db, { sku, stockId });
  }
}

@Contract("InventorySalesApi", "AreProductsSalable")
@Resolver()
export class AreProductsSalable {
  @Rest("GET /V1/inventory/are-products-salable", permission)
  @Query(() => [SalableProduct], {
    name: "areProductsSalable",
    description: "Returns for each product whether a stock can sell any quantity of it; false for an unknown SKU.",
  })
  async execute(
    @Arg("skus", () => [String], { description: "SKUs of the products, case-insensitive." }) skus: string[],
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<SalableProduct[]> {
    const salable = await Promise.all(skus.map((sku) => isProductSalable(db, { sku, stockId })));
    return skus.map((sku, index) => ({ sku, stock_id: stockId, salable: salable[index] ?? false }));
  }
}

@Contract("InventorySalesApi", "AreProductsSalableForRequestedQty")
@Resolver()
export class AreProductsSalableForRequestedQty {
  @Rest("GET /V1/inventory/are-product-salable-for-requested-qty", permission)
  @Query(() => [SalableProductQuantity], {
    name: "areProductsSalableForQuantities",
    description:
      "Returns for each product whether a stock can sell a quantity of it in one order and, if not, the reasons. 404 for an unknown SKU.",
  })
  execute(
    @Arg("skuRequests", () => [SalableQuantityRequest], { description: "The products and quantities." })
    skuRequests: SalableQuantityRequest[],
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<SalableProductQuantity[]> {
    return Promise.all(
      skuRequests.map(async ({ sku, qty }) => ({
        ...{ sku, stock_id: stockId },
        ...(await isQuantitySalable(db, { sku, stockId }, qty)),
      })),
    );
  }
}

@Contract("InventorySalesApi", "IsProductSalableForRequestedQty")
@Resolver()
export class IsProductSalableForRequestedQty {
  @Rest("GET /V1/inventory/is-product-salable-for-requested-qty/:sku/:stockId/:requestedQty", permission)
  @Query(() => ProductSalableResult, {
    name: "isProductSalableForQuantity",
    description: "Returns whether a stock can sell a quantity of a product in one order and, if not, the reasons.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Arg("requestedQty", () => Decimal, { description: "The quantity, compared to four decimal places." })
    requestedQty: DecimalText,
    @Ctx() { db }: Context,
  ): Promise<ProductSalableResult> {
    return isQuantitySalable(db, { sku, stockId }, requestedQty);
  }
}
