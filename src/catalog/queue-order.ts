/** Queued changes of a product run in order of acceptance, whichever route they use. */
export const ofProduct = { kind: "products" } as const;

/** Changes of what products depend on are ordered with the changes of all products. */
export const amongProducts = { kind: "products", entity: "*" } as const;
