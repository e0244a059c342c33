import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import type { Configured } from "../../../config.js";
import type { DocumentDependencies } from "../documents/document-listener.js";
import { SalesMails } from "../mails/sales-mails.js";
import { notifyOrders } from "./notify-orders.js";
import { PickupNotificationResult } from "./notify-orders.types.js";

@Contract("InventoryInStorePickupSalesApi", "NotifyOrdersAreReadyForPickup", { aggregate: "order" })
@Resolver()
export class NotifyOrdersAreReadyForPickup {
  private readonly mails: SalesMails;

  constructor(private readonly dependencies: Configured & DocumentDependencies) {
    this.mails = new SalesMails(dependencies);
  }

  @Rest(
    "POST /V1/order/notify-orders-are-ready-for-pickup",
    "Magento_InventoryInStorePickupApi::notify_orders_are_ready_for_pickup",
    { keys: ["orderIds"] },
  )
  @Mutation(() => PickupNotificationResult, {
    name: "notifyOrdersReadyForPickup",
    description:
      "Ships orders from their pickup locations and emails the customers that they are ready. An order that fails changes nothing, and the others succeed.",
  })
  execute(
    @Arg("orderIds", () => [Int], { description: "Ids of the orders." }) orderIds: number[],
    @Ctx() ctx: Context,
  ): Promise<PickupNotificationResult> {
    const { documentListener: listener } = this.dependencies;
    return notifyOrders({ ...ctx, listener }, orderIds, this.mails);
  }
}
