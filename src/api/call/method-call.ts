import { getMetadataStorage } from "type-graphql";
import type { Context } from "./context.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** Calls a method of a resolver with the arguments of its operation. */
export type MethodCall = (resolver: object, args: Arguments, ctx: Context) => unknown;

/** The method behind an operation: its class and its name. */
export interface ResolverMethod {
  readonly target: object;
  readonly name: string | symbol;
}

/**
 * The resolvers of a process: one instance of each class, constructed with the dependencies of the process on first
 * use.
 */
export class Resolvers {
  private readonly instances = new Map<object, object>();

  /** `dependencies` is called with a class when its first method is called, and returns what its constructor takes. */
  constructor(private readonly dependencies: (target: object) => object) {}

  get = (target: object): object => {
    const known = this.instances.get(target);
    if (known) return known;
    const created = Reflect.construct(target as new (dependencies: object) => object, [this.dependencies(target)]);
    this.instances.set(target, created);
    return created;
  };
}

/**
 * Compiles the call of a resolver method. TypeGraphQL's own call turns every object in the arguments into an instance
 * of its shape's class, which for 10,000 rows takes as long as reading them; our shapes are plain data. Throws for a
 * method with parameters other than declared arguments and the whole context.
 */
export function methodCall({ target, name }: ResolverMethod): MethodCall {
  const parameters = getMetadataStorage()
    .params.filter((parameter) => parameter.target === target && parameter.methodName === name)
    .sort((one, other) => one.index - other.index);
  const method = (target as { prototype: Readonly<Record<string | symbol, unknown>> }).prototype[name];
  const sources: ((args: Arguments, ctx: Context) => unknown)[] = [];
  for (const parameter of parameters) {
    if (parameter.kind === "arg") sources.push((args) => args[parameter.name]);
    else if (parameter.kind === "context" && parameter.propertyName === undefined) sources.push((_args, ctx) => ctx);
  }
  if (typeof method !== "function" || sources.length < Math.max(method.length, parameters.length)) {
    throw new Error(`${String(name)}: a resolver method takes declared arguments and the context, and nothing else`);
  }
  return (resolver, args, ctx) =>
    Reflect.apply(
      method,
      resolver,
      sources.map((source) => source(args, ctx)),
    ) as unknown;
}
