import type { ProductType } from "./product.types.js";

/** Product types that can be saved, in Magento's order. */
export const productTypes: readonly ProductType[] = [
  { name: "simple", label: "Simple Product" },
  { name: "virtual", label: "Virtual Product" },
  { name: "bundle", label: "Bundle Product" },
  { name: "downloadable", label: "Downloadable Product" },
  { name: "configurable", label: "Configurable Product" },
  { name: "grouped", label: "Grouped Product" },
];

/** Composite product types. */
export const compositeTypes: ReadonlySet<string> = new Set(["bundle", "configurable", "grouped"]);
