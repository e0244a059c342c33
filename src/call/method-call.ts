import { getMetadataStorage } from "type-graphql";
import type { Context } from "./context.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** Calls a resolver method with the arguments of its operation. */
export type MethodCall = (root: unknown, args: Arguments, ctx: Context) => unknown;

/** The method behind an operation: its class and its name. */
export interface ResolverMethod {
  readonly target: object;
  readonly name: string | symbol;
}

const instances = new Map<object, Readonly<Record<string | symbol, unknown>>>();

/** The one instance of a resolver class. */
export function instanceOf(target: object): Readonly<Record<string | symbol, unknown>> {
  const known = instances.get(target);
  if (known) return known;
  const made = Reflect.construct(target as new () => object, []) as Readonly<Record<string | symbol, unknown>>;
  instances.set(target, made);
  return made;
}

/**
 * Compiles the call of a resolver method that takes arguments and the context and nothing else; undefined for any other.
 * TypeGraphQL's own call makes an instance of the shape's class of every object in the arguments, which for 10,000 rows
 * costs as much as reading them; our shapes are plain data.
 */
export function methodCall({ target, name }: ResolverMethod): MethodCall | undefined {
  const parameters = getMetadataStorage()
    .params.filter((parameter) => parameter.target === target && parameter.methodName === name)
    .sort((one, other) => one.index - other.index);
  const instance = instanceOf(target);
  const method = instance[name];
  if (typeof method !== "function" || parameters.length < method.length) return undefined;
  const sources: ((args: Arguments, ctx: Context) => unknown)[] = [];
  for (const parameter of parameters) {
    if (parameter.kind === "arg") sources.push((args) => args[parameter.name]);
    else if (parameter.kind === "context" && parameter.propertyName === undefined) sources.push((_args, ctx) => ctx);
    else return undefined;
  }
  return (_root, args, ctx) =>
    Reflect.apply(
      method,
      instance,
      sources.map((source) => source(args, ctx)),
    ) as unknown;
}
