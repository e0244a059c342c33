/** Product types that can be saved, in Magento's order. */
export const productTypes: readonly { readonly name: string; readonly label: string }[] = [
  { name: "simple", label: "Simple Product" },
  { name: "virtual", label: "Virtual Product" },
  { name: "downloadable", label: "Downloadable Product" },
  { name: "bundle", label: "Bundle Product" },
  { name: "grouped", label: "Grouped Product" },
  { name: "configurable", label: "Configurable Product" },
];

/** Composite product types. */
export const compositeTypes: ReadonlySet<string> = new Set(["bundle", "configurable", "grouped"]);

/** Product types whose price does not depend on other products. */
export const plainTypes: readonly string[] = ["simple", "virtual", "downloadable"];
