/** The types of events, with what their data is. Data has the names and units of the REST interface. */
export const eventTypes = {
  "order.placed":
    "An order was placed; imported orders were not. Fields of the order that identify it, and its totals.",
  "order.state_changed": "The state or the status of an order changed. The same fields.",
  "invoice.created": "An invoice was made. Its ids, number, state and grand total.",
  "shipment.created": "A shipment was made. Its ids, number and total quantity.",
  "creditmemo.created": "A credit memo was made. Its ids, number, state and grand total.",
  "stock.below_threshold":
    "The salable quantity of a SKU in a stock fell below `notify_stock_qty`. SKU, stock, quantity and threshold.",
  "product.saved": "A product was created or changed by a route of products. Id, SKU and type.",
  "product.deleted": "A product was deleted. Id and SKU.",
  "price.changed":
    "Prices of products changed by a route of prices. `kind` (`base`, `special`, `tier` or `cost`), and at most 250 `prices` " +
    "in the shape of the route; null for deleted ones, and of tier prices only the SKUs.",
  "customer.created": "A customer account was created. Id, group, website and store view.",
} as const;

export type EventType = keyof typeof eventTypes;

/** Returns whether a type matches one of the patterns: a type, or the part before the dot with `*`, such as `order.*`. */
export const matchingTypes = (patterns: readonly string[]): EventType[] =>
  (Object.keys(eventTypes) as EventType[]).filter((type) =>
    patterns.some((pattern) => pattern === type || pattern === "*" || pattern === `${type.split(".")[0] ?? ""}.*`),
  );
