// Everything that other domains may import from here, besides shapes.

export { findPageAt, readCmsPages } from "./cms-pages.rows.js";
