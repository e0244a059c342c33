// Everything that other domains may import from here, besides shapes.

export { prepareWrapping, wrappingPaths } from "./cart-wrapping.js";
export { chooseWrapping, hasWrappingFields, wrappingChoices } from "./choose-wrapping.js";
