/** The properties that follow from an input type. */
export interface InputType {
  readonly label: string;
  readonly backendType: "varchar" | "text" | "int" | "decimal" | "datetime";
  readonly backendModel?: string;
  readonly sourceModel?: string;
}

const eav = "Magento\\Eav\\Model\\Entity\\Attribute\\";
const table = `${eav}Source\\Table`;

/** Input types of new attributes, in listing order. */
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
      sourceModel: table,
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
]);

/** Whether values are chosen from options that are stored as rows. */
export const hasOptions = (frontendInput: string | null | undefined): boolean =>
  frontendInput === "select" || frontendInput === "multiselect";
