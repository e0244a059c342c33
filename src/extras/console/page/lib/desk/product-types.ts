import { t } from "../translate.js";

const names = (): Readonly<Record<string, string>> => ({
  simple: t("Simple product"),
  virtual: t("Virtual product"),
  downloadable: t("Downloadable product"),
  configurable: t("Configurable product"),
  bundle: t("Bundle"),
  grouped: t("Grouped product"),
});

/** The types of products, with their names. */
export const productTypes = (): readonly (readonly [type: string, name: string])[] => Object.entries(names());

/** Returns the name of a type of products; its id for a type of an extension. */
export const typeName = (type: string): string => names()[type] ?? type;
