import type { Delivery } from "../queue/broker.js";
import type { OperationKey } from "../queue/operations.sql.js";

const nameOf = ({ bulk, id }: OperationKey) => `${bulk}/${id}`;

/** Returns each operation key once. */
export const uniqueKeys = (keys: readonly OperationKey[]): OperationKey[] => [
  ...new Map(keys.map((key) => [nameOf(key), key])).values(),
];

/** The unacknowledged deliveries of a consumer by operation. A message may be delivered more than once. */
export class UnacknowledgedDeliveries {
  private readonly held = new Map<string, { readonly key: OperationKey; readonly deliveries: Delivery[] }>();

  get size(): number {
    return this.held.size;
  }

  keys(): OperationKey[] {
    return [...this.held.values()].map(({ key }) => key);
  }

  add(key: OperationKey, delivery: Delivery): void {
    const found = this.held.get(nameOf(key));
    if (found) found.deliveries.push(delivery);
    else this.held.set(nameOf(key), { key, deliveries: [delivery] });
  }

  /** Acknowledges the messages of operations that have ended. */
  acknowledge(ended: readonly OperationKey[]): void {
    for (const key of ended) {
      for (const delivery of this.held.get(nameOf(key))?.deliveries ?? []) delivery.ack();
      this.held.delete(nameOf(key));
    }
  }

  /** Acknowledges the messages of those operations that are not open. */
  acknowledgeOthers(keys: readonly OperationKey[], open: readonly OperationKey[]): void {
    const names = new Set(open.map(nameOf));
    this.acknowledge(keys.filter((key) => !names.has(nameOf(key))));
  }
}
