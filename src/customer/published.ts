// Everything that other domains may import from this one, besides its shapes.

export { type Account, findAccount, renewCustomerHash } from "./accounts.rows.js";
