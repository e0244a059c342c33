// What other domains may import about the keys of pages.

export { toUrlKey, urlKeyTaken } from "./url-key.js";
