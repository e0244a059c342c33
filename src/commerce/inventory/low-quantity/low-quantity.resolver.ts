import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { Void } from "../../../api/contract/scalars.js";
import { SourceItem } from "../source-items/source-items.types.js";
import { deleteLowQuantities, requireLowQuantity, saveLowQuantities } from "./low-quantity.js";
import { SourceItemConfiguration } from "./low-quantity.types.js";

const right = (name: string) => `Magento_InventoryLowQuantityNotificationApi::${name}`;

@Contract("InventoryLowQuantityNotificationApi", "LowQuantityNotifications", { aggregate: "product" })
@Resolver()
export class LowQuantityNotifications {
  @Rest("GET /V1/inventory/low-quantity-notification/:sourceCode/:sku", right("low_quantity_notification"), {
    as: "GetSourceItemConfiguration.execute",
  })
  @Query(() => SourceItemConfiguration, {
    name: "lowQuantityNotification",
    description:
      "Returns the quantity below which a product counts as low on stock at a source; by default the one in the settings.",
  })
  get(
    @Arg("sourceCode", () => String, { description: "Code of the source, case-insensitive." }) sourceCode: string,
    @Arg("sku", () => String, { description: "SKU of the product, case-insensitive." }) sku: string,
    @Ctx() ctx: Context,
  ): Promise<SourceItemConfiguration> {
    return requireLowQuantity(ctx.db, sourceCode, sku);
  }

  @Rest("POST /V1/inventory/low-quantity-notification", right("stock_create_low_quantity_notification"), {
    as: "SourceItemConfigurationsSave.execute",
    keys: ["sourceItemConfigurations.sku"],
  })
  @Writes("lowQuantityNotification", {
    sku: "sourceItemConfigurations.sku",
    sourceCode: "sourceItemConfigurations.source_code",
  })
  @Mutation(() => Void, {
    nullable: true,
    name: "saveLowQuantityNotifications",
    description:
      "Sets the quantities below which SKUs count as low on stock at sources. Saves all of them or none. Unknown sources are ignored.",
  })
  save(
    @Arg("sourceItemConfigurations", () => [SourceItemConfiguration], {
      description: "The quantities. If a pair of SKU and source occurs several times, its last quantity is used.",
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
    description:
      "Deletes the quantities below which SKUs count as low on stock at sources, so that the one in the settings applies.",
  })
  delete(
    @Arg("sourceItems", () => [SourceItem], { description: "The pairs of SKU and source. Unknown pairs are ignored." })
    sourceItems: SourceItem[],
    @Ctx() ctx: Context,
  ): Promise<void> {
    return deleteLowQuantities(ctx.db, sourceItems);
  }
}
