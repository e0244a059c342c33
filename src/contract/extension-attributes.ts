import { Extensions, Field, InputType, ObjectType } from "type-graphql";
import type { Edition } from "./rest.js";

/**
 * Declares the extension attributes of a shape, for input and output: `<shape>Extension` and `<shape>ExtensionInput`.
 * All properties are optional: without a value the key is left out, as in Magento.
 */
export function ExtensionAttributes(shape: string): ClassDecorator {
  const description = `Extension attributes of ${shape}.`;
  return (bag) => {
    ObjectType(`${shape}Extension`, { description })(bag);
    InputType(`${shape}ExtensionInput`, { description })(bag);
  };
}

/** Declares an extension attribute with its type and description; one of the commerce edition is absent without it. */
export const Extension =
  (type: () => unknown, description: string, edition: Edition = "open-source"): PropertyDecorator =>
  (target, name) => {
    Field(type as Parameters<typeof Field>[0], { nullable: true, description })(target, name);
    if (edition === "commerce") Extensions({ edition })(target, name);
  };
