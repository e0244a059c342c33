import type { Subscriber } from "portico/extension";

/** Adds a note to the first product of each order. */
export const thanks: Subscriber = {
  name: "thanks",
  types: ["order.placed"],
  async handle(event, ctx, services) {
    const order = await services.call<{ items: { sku: string }[] }>(
      ctx,
      `GET /V1/orders/${String(event.data["entity_id"])}`,
    );
    // The note and the position of the subscriber are written in one transaction, so there is one note for each order.
    await ctx.db.execute("insert into x_{{table}}_note (sku, text) values ($1, $2)", [
      order.items[0]?.sku,
      `Sold in order ${String(event.data["increment_id"])}`,
    ]);
  },
};
