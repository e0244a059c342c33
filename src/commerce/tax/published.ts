// Everything that other domains may import from here, besides shapes.

export { readTaxClass } from "./classes/tax-classes.rows.js";
