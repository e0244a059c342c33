/** Queued changes of a product run in the order in which they were accepted, by whichever route they come. */
export const ofProduct = { kind: "products" } as const;

/** What products depend on is queued in order with the changes of all of them. */
export const amongProducts = { kind: "products", entity: "*" } as const;
