import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { requireEntity } from "../../require-entity.js";
import { toOrderItem } from "./item-answer.js";
import { findItem, searchItems } from "./order-items.rows.js";
import { OrderItem, OrderItemSearchResults } from "./order-items.types.js";

const view = "Magento_Sales::actions_view";

@Contract("Sales", "OrderItemRepository")
@Resolver()
export class OrderItemRepository {
  @Rest("GET /V1/orders/items/:id", view)
  @Query(() => OrderItem, { name: "orderItem", description: "An item of an order." })
  async get(
    @Arg("id", () => Int, { description: "Id of the item." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<OrderItem> {
    const { parent, ...item } = await requireEntity(findItem, ctx.db, id);
    return toOrderItem(item, parent);
  }

  @Rest("GET /V1/orders/items", view)
  @Query(() => OrderItemSearchResults, {
    name: "orderItems",
    description: "Searches the items of orders by their fields.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<OrderItemSearchResults> {
    const page = await searchItems(ctx.db, searchCriteria);
    return { ...page, items: page.items.map(({ parent, ...item }) => toOrderItem(item, parent)) };
  }
}
