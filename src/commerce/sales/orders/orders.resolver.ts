import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { toOrder } from "./order-answer.js";
import { orderFormFor, ownOrders } from "./own/own-orders.js";
import { readOrder } from "./lock-order.js";
import { searchOrders } from "./orders.rows.js";
import { Order, OrderSearchResults } from "./orders.types.js";
import { saveOrder } from "./save/save-order.js";

const view = "Magento_Sales::actions_view";
/** An order without an id is identified by its number, or by its id in another system. */
const keys = ["entity.entity_id", "order-number:entity.increment_id|entity.ext_order_id"];

@Contract("Sales", "OrderRepository", { aggregate: "order" })
@Resolver()
export class OrderRepository {
  @Rest("GET /V1/orders/:id", view)
  @Query(() => Order, { name: "order", description: "An order." })
  async get(
    @Arg("id", () => Int, { description: "Id of the order." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<Order> {
    return toOrder(await readOrder(ctx.db, id));
  }

  @Rest("GET /V1/orders", view)
  @Query(() => OrderSearchResults, { name: "orders", description: "Searches orders by their fields." })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<OrderSearchResults> {
    const page = await searchOrders(ctx.db, searchCriteria);
    return { ...page, items: page.items.map(toOrder) };
  }

  @Rest("GET /V1/customers/me/orders", "self")
  @Query(() => OrderSearchResults, {
    name: "customerOrders",
    description:
      "Searches the caller's own orders by their fields. Costs, internal comments and details of payments are left out.",
  })
  async getOwnList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<OrderSearchResults> {
    const page = await searchOrders(ctx.db, ownOrders(searchCriteria, ctx.actor));
    return { ...page, items: page.items.map(orderFormFor(ctx.actor)) };
  }

  @Rest("POST /V1/orders/", "Magento_Sales::create", { keys })
  @Rest("PUT /V1/orders/create", "Magento_Sales::create", { keys })
  @Mutation(() => Order, {
    name: "saveOrder",
    description:
      "Imports an order, or changes the one with the id. Amounts are stored as sent. Stock and coupons stay unchanged.",
  })
  save(
    @Arg("entity", () => Order, { description: "The order, or the fields to change." }) entity: Order,
    @Ctx() ctx: Context,
  ): Promise<Order> {
    return saveOrder(ctx, entity);
  }
}
