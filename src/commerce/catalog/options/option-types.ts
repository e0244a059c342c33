import type { ValueOf } from "../../../api/contract/closed-set.js";
import { optionInput } from "../closed-sets.types.js";
import type { CustomOptionType } from "./product-option.types.js";

const labels: Readonly<Record<ValueOf<typeof optionInput>, Omit<CustomOptionType, "code">>> = {
  field: { label: "Field", group: "Text" },
  area: { label: "Area", group: "Text" },
  file: { label: "File", group: "File" },
  drop_down: { label: "Drop-down", group: "Select" },
  radio: { label: "Radio Buttons", group: "Select" },
  checkbox: { label: "Checkbox", group: "Select" },
  multiple: { label: "Multiple Select", group: "Select" },
  date: { label: "Date", group: "Date" },
  date_time: { label: "Date & Time", group: "Date" },
  time: { label: "Time", group: "Date" },
};

/** Types of custom options, in Magento's order. */
export const optionTypes: readonly CustomOptionType[] = optionInput.list.map((code) => ({ code, ...labels[code] }));

const groups: ReadonlyMap<string, string> = new Map(optionTypes.map(({ code, group }) => [code, group]));

/** Returns the group of an option type (text, file, select or date), or undefined for an unknown type. */
export const groupOfType = (type: string): string | undefined => groups.get(type);

/** Whether the customer chooses among values with their own prices. */
export const hasChoices = (type: string): boolean => groups.get(type) === "Select";
