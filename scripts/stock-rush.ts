import { WebapiError } from "../src/api/call/errors.js";
import type { Database } from "../src/platform/db/database.js";
import { reserve, type StockEvent } from "../src/commerce/inventory/published.reservations.js";
import { asQuantity } from "../src/platform/money/amount.js";

/** The event of a placed order. */
export const placedEvent = (orderId: number): StockEvent => ({
  type: "order_placed",
  orderId,
  orderIncrementId: String(orderId).padStart(9, "0"),
});

interface ConcurrentOrders {
  /** The connections to the database, which buyers use in turn. */
  readonly databases: readonly Database[];
  readonly stockId: number;
  /** Each buyer orders one piece of each; every second buyer in reverse order. */
  readonly skus: readonly string[];
  readonly buyers: number;
  /** Number of the first order. */
  readonly firstOrder: number;
}

/**
 * Lets buyers order at the same moment. Returns how many got their goods. Throws if an order fails for another reason
 * than too little stock.
 */
export async function placeConcurrentOrders({
  databases,
  stockId,
  skus,
  buyers,
  firstOrder,
}: ConcurrentOrders): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const db = databases[buyer % databases.length];
      if (!db) throw new Error("There is no database.");
      const own = buyer % 2 === 0 ? skus : [...skus].reverse();
      const items = own.map((sku) => ({ sku, quantity: asQuantity(1) }));
      try {
        await reserve(db, placedEvent(firstOrder + buyer), { stockId, items });
        return 1;
      } catch (error) {
        if (error instanceof WebapiError && error.message === "The requested qty is not available") return 0;
        throw error;
      }
    }),
  );
  return outcomes.reduce<number>((sum, one) => sum + one, 0);
}
