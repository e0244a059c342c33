// Everything that other domains may import from this one, besides its shapes.

export { readTaxClass } from "./tax-classes.rows.js";
