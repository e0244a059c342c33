// Decorators need it, whichever shape a process loads first.
import "reflect-metadata";
import { InputType, ObjectType } from "type-graphql";

const names = new WeakMap<object, string>();

/**
 * Declares a class as a shape for output and input: the GraphQL type `name` and the input type `<name>Input`. `input`
 * is the description of the input type, if it differs.
 */
export function Shape(name: string, description: string, { input = description } = {}): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    ObjectType(name, { description })(shape);
    InputType(`${name}Input`, { description: input })(shape);
  };
}

/** Declares a class as a shape for output only: the GraphQL type `name`. */
export function OutputShape(name: string, description: string): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    ObjectType(name, { description })(shape);
  };
}

/** Returns the GraphQL name of a shape. Throws for a class without `@Shape` or `@OutputShape`. */
export function shapeName(shape: object): string {
  const name = names.get(shape);
  if (name === undefined) throw new Error(`${String(shape)} is not declared by @Shape or @OutputShape`);
  return name;
}
