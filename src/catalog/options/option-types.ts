import type { CustomOptionType } from "./product-option.types.js";

/** Types of custom options, in Magento's order. */
export const optionTypes: readonly CustomOptionType[] = [
  { code: "field", label: "Field", group: "Text" },
  { code: "area", label: "Area", group: "Text" },
  { code: "file", label: "File", group: "File" },
  { code: "drop_down", label: "Drop-down", group: "Select" },
  { code: "radio", label: "Radio Buttons", group: "Select" },
  { code: "checkbox", label: "Checkbox", group: "Select" },
  { code: "multiple", label: "Multiple Select", group: "Select" },
  { code: "date", label: "Date", group: "Date" },
  { code: "date_time", label: "Date & Time", group: "Date" },
  { code: "time", label: "Time", group: "Date" },
];

const groups: ReadonlyMap<string, string> = new Map(optionTypes.map(({ code, group }) => [code, group]));

/** Returns the group of an option type (text, file, select or date), or undefined for an unknown type. */
export const groupOfType = (type: string): string | undefined => groups.get(type);

/** Whether the customer chooses among values with their own prices. */
export const hasChoices = (type: string): boolean => groups.get(type) === "Select";
