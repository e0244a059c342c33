import type { GraphQLSchema } from "graphql";
import { addExtensionAttribute, addToSchema } from "../../../api/contract/extension-attributes.js";
import type { Extension, FieldDeclaration } from "../extension.types.js";

/** The records to which an extension can add fields, with their shapes. */
const shapes = { product: "Product", order: "Order" } as const;

/** A field with the record that has it. */
export interface OwnField extends FieldDeclaration {
  readonly record: keyof typeof shapes;
}

/** Returns all fields of an extension. */
export const fieldsOf = ({ fields }: Pick<Extension, "fields">): readonly OwnField[] =>
  (["product", "order"] as const).flatMap((record) => (fields?.[record] ?? []).map((field) => ({ ...field, record })));

/** Adds the fields of an extension to those that are read and written. Throws if a name is taken. */
export function addFields(extension: Extension): void {
  for (const { record, name, type, description } of fieldsOf(extension))
    addExtensionAttribute(shapes[record], { name, type, description });
}

/** Adds the fields of extensions to a schema. */
export function extendSchema(schema: GraphQLSchema, extensions: readonly Extension[]): void {
  const fields = extensions.flatMap(fieldsOf);
  for (const record of ["product", "order"] as const) {
    const own = fields.filter((field) => field.record === record);
    if (own.length > 0) addToSchema(schema, shapes[record], own);
  }
}
