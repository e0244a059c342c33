import { Field, InputType, ObjectType } from "type-graphql";

/**
 * Declares the bag of extension attributes of a shape, read and written alike: `<shape>Extension` and
 * `<shape>ExtensionInput`. Its properties are fields like any other, and all optional: Magento leaves the key out where
 * nothing is set, and so do we.
 */
export function ExtensionAttributes(shape: string): ClassDecorator {
  const description = `Extension attributes of ${shape}.`;
  return (bag) => {
    ObjectType(`${shape}Extension`, { description })(bag);
    InputType(`${shape}ExtensionInput`, { description })(bag);
  };
}

/** Declares an extension attribute: its type, and what it holds. */
export const Extension = (type: () => unknown, description: string): PropertyDecorator =>
  Field(type as Parameters<typeof Field>[0], { nullable: true, description });
