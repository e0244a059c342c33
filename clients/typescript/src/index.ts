export { type BulkElement, type BulkOutcome, type NewBulk, submitBulk, waitForBulk } from "./bulk.js";
export { createPortico, type Portico, type PorticoOptions } from "./client.js";
export { bearer, type Credentials, oauth, type OAuthKeys, signIn } from "./credentials.js";
export { PorticoError, unwrap } from "./errors.js";
export { type Event, type EventOptions, events } from "./events.js";
export { type Condition, type ItemOf, items, type ListPath, type Search } from "./items.js";
export { failedPrices, type ImportOptions, importPrices, type PriceRow } from "./prices.js";
export type { RetryOptions } from "./retries.js";
export type { components, paths } from "./schema.js";
