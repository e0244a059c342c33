import type { GraphQLSchema } from "graphql";
import { addExtensionAttribute, addToSchema } from "../../../api/contract/extension-attributes.js";
import type { CustomerFieldDeclaration, Extension } from "../extension.types.js";

/** The records to which an extension can add fields, with their shapes. */
const shapes = { product: "Product", customer: "Customer", cart: "Cart", order: "Order" } as const;
const records = ["product", "customer", "cart", "order"] as const;

/** A field with the record that has it. */
export interface OwnField extends CustomerFieldDeclaration {
  readonly record: keyof typeof shapes;
}

/** Returns all fields of an extension. */
export const fieldsOf = ({ fields }: Pick<Extension, "fields">): readonly OwnField[] =>
  records.flatMap((record) => (fields?.[record] ?? []).map((field) => ({ ...field, record })));

/** Adds the fields of an extension to those that are read and written. Throws if a name is taken. */
export function addFields(extension: Extension): void {
  for (const { record, ...field } of fieldsOf(extension)) addExtensionAttribute(shapes[record], field);
}

/** Adds the fields of extensions to a schema, and to orders the amounts of their totals. */
export function extendSchema(schema: GraphQLSchema, extensions: readonly Extension[]): void {
  const fields = extensions.flatMap(fieldsOf);
  for (const record of records) {
    const own = fields.filter((field) => field.record === record);
    if (own.length > 0) addToSchema(schema, shapes[record], own);
  }
  const totals = extensions
    .flatMap((extension) => extension.totals ?? [])
    .flatMap(({ code, title }) => [
      { name: code, type: "decimal" as const, description: `${title}, in the currency of the order; read-only.` },
      { name: `base_${code}`, type: "decimal" as const, description: `${title}, in base currency; read-only.` },
    ]);
  if (totals.length > 0) addToSchema(schema, shapes.order, totals);
}
