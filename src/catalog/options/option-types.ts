import type { CustomOptionType } from "./product-option.types.js";

/** The types that an option can have, in Magento's order. */
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

/** What a buyer does with an option of a type: enter text, send a file, select or date; undefined for an unknown type. */
export const groupOfType = (type: string): string | undefined => groups.get(type);

/** Whether the buyer chooses among values, each with a price of its own. */
export const hasChoices = (type: string): boolean => groups.get(type) === "Select";
