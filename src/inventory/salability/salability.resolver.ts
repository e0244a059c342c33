import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { isProductSalable, isQuantitySalable, salableQuantity } from "./salability.js";
import { ProductSalableResult } from "./salability.types.js";

const permission = "Magento_InventorySalesApi::stock";
const skuDescription = "SKU of the product, in any case.";
const stockDescription = "Id of the stock.";

@Contract("InventorySalesApi")
@Resolver()
export class GetProductSalableQty {
  @Rest("GET /V1/inventory/get-product-salable-quantity/:sku/:stockId", permission)
  @Query(() => Decimal, {
    name: "productSalableQuantity",
    description:
      "Returns how much of a product a stock can sell: what its sources hold, less reservations and `min_qty`.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<DecimalText> {
    return salableQuantity(db, { sku, stockId });
  }
}

@Contract("InventorySalesApi")
@Resolver()
export class IsProductSalable {
  @Rest("GET /V1/inventory/is-product-salable/:sku/:stockId", permission)
  @Query(() => Boolean, {
    name: "isProductSalable",
    description:
      "Returns whether a stock can sell a product at all; of a composite product, whether enough of its parts.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    return isProductSalable(db, { sku, stockId });
  }
}

@Contract("InventorySalesApi")
@Resolver()
export class IsProductSalableForRequestedQty {
  @Rest("GET /V1/inventory/is-product-salable-for-requested-qty/:sku/:stockId/:requestedQty", permission)
  @Query(() => ProductSalableResult, {
    name: "isProductSalableForQuantity",
    description: "Returns whether a stock can sell a quantity of a product in one order, and the reasons why not.",
  })
  execute(
    @Arg("sku", () => String, { description: skuDescription }) sku: string,
    @Arg("stockId", () => Int, { description: stockDescription }) stockId: number,
    @Arg("requestedQty", () => Decimal, { description: "The quantity, compared to four decimals." })
    requestedQty: DecimalText,
    @Ctx() { db }: Context,
  ): Promise<ProductSalableResult> {
    return isQuantitySalable(db, { sku, stockId }, requestedQty);
  }
}
