import type { BundleOptionType } from "./product-bundle.types.js";

/** Input types of bundle options, in Magento's order. */
export const bundleOptionTypes: readonly BundleOptionType[] = [
  { label: "Drop-down", code: "select" },
  { label: "Radio Buttons", code: "radio" },
  { label: "Checkbox", code: "checkbox" },
  { label: "Multiple Select", code: "multi" },
];
