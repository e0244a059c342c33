import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { OrderAddress } from "./order-addresses.types.js";
import { saveAddress } from "./save-address.js";

@Contract("Sales", "OrderAddressRepository", { aggregate: "order" })
@Resolver()
export class OrderAddressRepository {
  @Rest("PUT /V1/orders/:parent_id", "Magento_Sales::create", {
    path: { parent_id: "entity.parent_id" },
    keys: ["entity.parent_id"],
  })
  @Mutation(() => OrderAddress, {
    name: "saveOrderAddress",
    description: "Changes an address of an order. Without an id, stores an address that the order does not use.",
  })
  save(
    @Arg("entity", () => OrderAddress, { description: "The complete address." }) entity: OrderAddress,
    @Ctx() ctx: Context,
  ): Promise<OrderAddress> {
    return saveAddress(ctx, entity);
  }
}
