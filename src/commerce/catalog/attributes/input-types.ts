/** The properties that follow from an input type. */
export interface InputType {
  /** Absent for a type that is not offered to users. */
  readonly label?: string;
  /** The input type that is stored, if it is another one. */
  readonly storedAs?: string;
  readonly applyTo?: readonly string[];
  readonly backendType: "varchar" | "text" | "int" | "decimal" | "datetime" | "static";
  readonly backendModel?: string;
  readonly sourceModel?: string;
}

const eav = "Magento\\Eav\\Model\\Entity\\Attribute\\";
const table = `${eav}Source\\Table`;

/** Input types of new attributes, in listing order. A swatch is a list of options, which have no pictures here. */
export const inputTypes: ReadonlyMap<string, InputType> = new Map<string, InputType>([
  ["text", { label: "Text Field", backendType: "varchar" }],
  ["textarea", { label: "Text Area", backendType: "text" }],
  ["texteditor", { label: "Text Editor", backendType: "text" }],
  ["date", { label: "Date", backendType: "datetime", backendModel: `${eav}Backend\\Datetime` }],
  ["datetime", { label: "Date and Time", backendType: "datetime", backendModel: `${eav}Backend\\Datetime` }],
  ["boolean", { label: "Yes/No", backendType: "int", sourceModel: `${eav}Source\\Boolean` }],
  [
    "multiselect",
    {
      label: "Multiple Select",
      backendType: "text",
      backendModel: `${eav}Backend\\ArrayBackend`,
    },
  ],
  ["select", { label: "Dropdown", backendType: "int", sourceModel: table }],
  [
    "price",
    {
      label: "Price",
      backendType: "decimal",
      backendModel: "Magento\\Catalog\\Model\\Product\\Attribute\\Backend\\Price",
    },
  ],
  ["media_image", { label: "Media Image", backendType: "varchar" }],
  ["swatch_visual", { storedAs: "select", backendType: "int" }],
  ["swatch_text", { storedAs: "select", backendType: "int" }],
  [
    "weee",
    {
      backendType: "static",
      backendModel: "Magento\\Weee\\Model\\Attribute\\Backend\\Weee\\Tax",
      applyTo: ["simple", "virtual", "downloadable", "bundle", "configurable"],
    },
  ],
  ["gallery", { backendType: "varchar" }],
  ["pagebuilder", { backendType: "static" }],
]);

/** Whether values are chosen from options that are stored as rows. */
export const hasOptions = (frontendInput: string | null | undefined): boolean =>
  frontendInput === "select" || frontendInput === "multiselect";
