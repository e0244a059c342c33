// Everything that other domains may import from this one, besides its shapes.

export { findAccount, renewCustomerHash } from "./accounts.rows.js";
