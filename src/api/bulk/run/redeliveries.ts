import type { Logger } from "pino";
import type { Database } from "../../../platform/db/database.js";
import type { Delivery } from "../queue/broker.js";
import { countRedelivery, type OperationKey } from "../queue/operations.sql.js";

/** Maximum redeliveries of a message. After that, its operation is assumed to crash its consumers. */
const maxRedeliveries = 20;

/** A delivery that names an operation. */
export type NamedDelivery = Delivery & { readonly key: OperationKey };

const isNamed = (delivery: Delivery): delivery is NamedDelivery => delivery.key !== undefined;

/**
 * Counts redeliveries, and returns the deliveries to run. Discards messages without an operation, and messages of operations
 * that repeatedly crash their consumer.
 */
export async function countRedeliveries(
  db: Database,
  deliveries: readonly Delivery[],
  log: Logger,
): Promise<NamedDelivery[]> {
  const named = deliveries.filter(isNamed);
  const poisonKeys = named.length === 0 ? [] : await countRedelivery(db, keysOf(named), maxRedeliveries);
  for (const delivery of deliveries) {
    if (isNamed(delivery)) continue;
    log.error("moving a message without an operation to the dead-letter queue");
    delivery.discard();
  }
  return named.filter((delivery) => !discardPoison(delivery, poisonKeys, log));
}

function discardPoison(delivery: NamedDelivery, deadly: readonly OperationKey[], log: Logger): boolean {
  const { bulk, id } = delivery.key;
  const isPoison = deadly.some((key) => key.bulk === bulk && key.id === id);
  if (!isPoison) return false;
  log.error(
    { bulk, operation: id },
    "operation repeatedly crashed its consumer, moving its message to the dead-letter queue",
  );
  delivery.discard();
  return true;
}

const keysOf = (deliveries: readonly NamedDelivery[]) => deliveries.map(({ key }) => key);
