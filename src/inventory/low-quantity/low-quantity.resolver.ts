import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { Void } from "../../contract/scalars.js";
import { SourceItem } from "../source-items/source-items.types.js";
import { deleteLowQuantities, lowQuantityOf, saveLowQuantities } from "./low-quantity.js";
import { SourceItemConfiguration } from "./low-quantity.types.js";

const right = (name: string) => `Magento_InventoryLowQuantityNotificationApi::${name}`;

@Contract("InventoryLowQuantityNotificationApi", { aggregate: "product" })
@Resolver()
export class LowQuantityNotifications {
  @Rest("GET /V1/inventory/low-quantity-notification/:sourceCode/:sku", right("low_quantity_notification"), {
    as: "GetSourceItemConfiguration.execute",
  })
  @Query(() => SourceItemConfiguration, {
    name: "lowQuantityNotification",
    description: "Returns the quantity below which a product is low at a source, from the settings where it has none.",
  })
  get(
    @Arg("sourceCode", () => String, { description: "Code of the source, in any case." }) sourceCode: string,
    @Arg("sku", () => String, { description: "SKU of the product, in any case." }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<SourceItemConfiguration> {
    return lowQuantityOf(ctx.db, sourceCode, sku);
  }

  @Rest("POST /V1/inventory/low-quantity-notification", right("stock_create_low_quantity_notification"), {
    as: "SourceItemConfigurationsSave.execute",
    keys: ["sourceItemConfigurations.sku"],
  })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveLowQuantityNotifications",
    description: "Sets the quantities below which SKUs are low at sources. All are saved, or none.",
  })
  save(
    @Arg("sourceItemConfigurations", () => [SourceItemConfiguration], {
      description: "The quantities. Of equal pairs of SKU and source the last one counts.",
    })
    configurations: SourceItemConfiguration[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return saveLowQuantities(ctx.db, configurations);
  }

  @Rest("POST /V1/inventory/low-quantity-notifications-delete", right("stock_delete_low_quantity_notification"), {
    as: "DeleteSourceItemsConfiguration.execute",
    keys: ["sourceItems.sku"],
  })
  @Mutation(() => Void, {
    nullable: true,
    name: "deleteLowQuantityNotifications",
    description: "Has SKUs at sources take the quantity below which they are low from the settings.",
  })
  delete(
    @Arg("sourceItems", () => [SourceItem], { description: "The pairs of SKU and source; unknown ones are ignored." })
    sourceItems: SourceItem[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return deleteLowQuantities(ctx.db, sourceItems);
  }
}
