import { InputType, ObjectType } from "type-graphql";
import { NullableField } from "./request-fields.js";

/**
 * Declares the extension attributes of a shape, for input and output: `<shape>Extension` and `<shape>ExtensionInput`. All
 * properties are optional. As in Magento, a key without a value is left out.
 */
export function ExtensionAttributes(shape: string): ClassDecorator {
  const description = `Extension attributes of ${shape}.`;
  return (bag) => {
    ObjectType(`${shape}Extension`, { description })(bag);
    InputType(`${shape}ExtensionInput`, { description })(bag);
  };
}

/**
 * Declares an extension attribute with its type and description. Those of the commerce edition are absent in the other
 * edition.
 */
export const Extension = NullableField;
