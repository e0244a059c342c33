import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { assignSources, transferSource, unassignSources } from "./bulk-sources.js";

const permission = "Magento_Catalog::products";
const options = (contract: string) => ({ as: `${contract}.execute`, keys: ["skus"] });
const skusDescription = { description: "SKUs of the products, in any case." };
const codesDescription = { description: "Codes of the sources, in any case." };

@Contract("InventoryCatalogApi", { aggregate: "product" })
@Resolver()
export class BulkSources {
  @Rest("POST /V1/inventory/bulk-product-source-assign", permission, options("BulkSourceAssign"))
  @Mutation(() => Int, {
    name: "assignProductSources",
    description:
      "Puts products at sources, with nothing in stock; returns how many pairs are new. Unknown and composite products are ignored.",
  })
  assign(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("sourceCodes", () => [String], codesDescription) sourceCodes: string[],
    @Ctx() ctx: Context,
  ): Promise<number> {
    return assignSources(ctx.db, skus, sourceCodes);
  }

  @Rest("POST /V1/inventory/bulk-product-source-unassign", permission, options("BulkSourceUnassign"))
  @Mutation(() => Int, {
    name: "unassignProductSources",
    description: "Removes SKUs from sources; returns how many pairs there were. Unknown SKUs are ignored.",
  })
  unassign(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("sourceCodes", () => [String], codesDescription) sourceCodes: string[],
    @Ctx() ctx: Context,
  ): Promise<number> {
    return unassignSources(ctx.db, skus, sourceCodes);
  }

  @Rest("POST /V1/inventory/bulk-product-source-transfer", permission, options("BulkInventoryTransfer"))
  @Mutation(() => Boolean, {
    name: "transferProductSource",
    description:
      "Moves all that a source has of products to another source; returns true. Unknown and composite products are ignored.",
  })
  transfer(
    @Arg("skus", () => [String], skusDescription) skus: string[],
    @Arg("originSource", () => String, { description: "Code of the source that gives." }) originSource: string,
    @Arg("destinationSource", () => String, { description: "Code of the source that receives." })
    destinationSource: string,
    @Arg("unassignFromOrigin", () => Boolean, {
      description: "Whether the products leave the source that gives, instead of being out of stock there.",
    })
    unassignFromOrigin: boolean,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return transferSource(ctx.db, { skus, originSource, destinationSource, unassignFromOrigin });
  }
}
