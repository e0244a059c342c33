import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { transferAmounts } from "./partial-transfer.js";
import { PartialTransferItem } from "./source-items.types.js";
import { assignSources, transferSource, unassignSources } from "./bulk-sources.js";

const permission = "Magento_Catalog::products";
const options = (contract: string) => ({ as: `${contract}.execute`, keys: ["skus"] });
const skusDescription = { description: "SKUs of the products, case-insensitive." };
const codesDescription = { description: "Codes of the sources, case-insensitive." };

@Contract("InventoryCatalogApi", "BulkSources", { aggregate: "product" })
@Resolver()
export class BulkSources {
  @Rest("POST /V1/inventory/bulk-product-source-assign", permission, options("BulkSourceAssign"))
  @Writes("sourceItems", { sku: "skus" })
  @Mutation(() => Int, {
    name: "assignProductSources",
    description:
      "Assigns products to sources, with quantity 0, and returns the number of new pairs. Unknown and composite products are ignored.",
  })
  assign(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("sourceCodes", () => [String], codesDescription) sourceCodes: string[],
    @Ctx() ctx: Context,
  ): Promise<number> {
    return assignSources(ctx.db, skus, sourceCodes);
  }

  @Rest("POST /V1/inventory/bulk-product-source-unassign", permission, options("BulkSourceUnassign"))
  @Writes("sourceItems", { sku: "skus" })
  @Mutation(() => Int, {
    name: "unassignProductSources",
    description: "Unassigns SKUs from sources and returns the number of removed pairs. Unknown SKUs are ignored.",
  })
  unassign(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("sourceCodes", () => [String], codesDescription) sourceCodes: string[],
    @Ctx() ctx: Context,
  ): Promise<number> {
    return unassignSources(ctx.db, skus, sourceCodes);
  }

  @Rest("POST /V1/inventory/bulk-product-source-transfer", permission, options("BulkInventoryTransfer"))
  @Writes("sourceItems", { sku: "skus" })
  @Mutation(() => Boolean, {
    name: "transferProductSource",
    description:
      "Moves all stock of the products from one source to another and returns true. Unknown and composite products are ignored.",
  })
  transfer(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("originSource", () => String, { description: "Code of the origin source." }) originSource: string,
    @Arg("destinationSource", () => String, { description: "Code of the destination source." })
    destinationSource: string,
    @Arg("unassignFromOrigin", () => Boolean, {
      description: "Whether to unassign the products from the origin source. Otherwise they are out of stock there.",
    })
    unassignFromOrigin: boolean,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return transferSource(ctx.db, { skus, originSource, destinationSource, unassignFromOrigin });
  }

  @Rest("POST /V1/inventory/bulk-partial-source-transfer", permission, {
    as: "BulkPartialInventoryTransfer.execute",
    keys: ["items.sku"],
  })
  @Writes("sourceItems", { sku: "items.sku" })
  @Mutation(() => Void, {
    nullable: true,
    name: "transferProductAmounts",
    description:
      "Moves amounts of SKUs from one source to another, all or none. 400 for an unknown source, a SKU that the origin does not have, and an amount below 0 or above its quantity there.",
  })
  transferAmounts(
    @Arg("originSourceCode", () => String, { description: "Code of the origin source." }) originSourceCode: string,
    @Arg("destinationSourceCode", () => String, { description: "Code of the destination source." })
    destinationSourceCode: string,
    @Arg("items", () => [PartialTransferItem], { description: "The amounts; those of one SKU add up." })
    items: PartialTransferItem[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return transferAmounts(ctx.db, { originSourceCode, destinationSourceCode, items });
  }
}
