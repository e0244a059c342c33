import { InputType, ObjectType } from "type-graphql";

const names = new WeakMap<object, string>();

/**
 * Declares a class as a shape that is both read and written: the GraphQL type `name` and the input type `<name>Input`.
 * `input` describes the input type where it differs.
 */
export function Shape(name: string, description: string, { input = description } = {}): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    ObjectType(name, { description })(shape);
    InputType(`${name}Input`, { description: input })(shape);
  };
}

/** Declares a class as a shape that is only read: the GraphQL type `name`. */
export function OutputShape(name: string, description: string): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    ObjectType(name, { description })(shape);
  };
}

/** Returns the GraphQL name of a shape. Throws for a class that `@Shape` or `@OutputShape` does not declare. */
export function shapeName(shape: object): string {
  const name = names.get(shape);
  if (name === undefined) throw new Error(`${String(shape)} is not declared by @Shape or @OutputShape`);
  return name;
}
