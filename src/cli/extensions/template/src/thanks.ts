import type { Subscriber } from "portico/extension";
import { addNote } from "./notes.rows.js";

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
    const [first] = order.items;
    if (first) await addNote(ctx.db, first.sku, `Sold in order ${String(event.data["increment_id"])}`);
  },
};
