import { Field, InputType, ObjectType } from "type-graphql";

/** A property of a bag of extension attributes: its type, and what it holds. */
export interface ExtensionAttribute {
  readonly type: Parameters<typeof Field>[0];
  readonly description: string;
}

type Bag = new () => object;

/**
 * Declares the `extension_attributes` of a shape, read and written alike, as `<shape>Extension` and `<shape>ExtensionInput`.
 * Every property is optional. Magento leaves the key out where nothing is set, and so do we.
 */
export function extensionAttributes(shape: string, properties: Readonly<Record<string, ExtensionAttribute>>): Bag {
  const bag = class {};
  for (const [name, { type, description }] of Object.entries(properties)) {
    Field(type, { nullable: true, description })(bag.prototype, name);
  }
  const description = `Extension attributes of ${shape}.`;
  ObjectType(`${shape}Extension`, { description })(bag);
  InputType(`${shape}ExtensionInput`, { description })(bag);
  return bag;
}
