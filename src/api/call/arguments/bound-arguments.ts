import type { Route } from "../../contract/routes/operations.js";
import type { Context } from "../context.js";
import type { Arguments } from "../method-call.js";

/** Returns the arguments, with bound arguments replacing any values that were sent for them. */
export async function boundArguments({ bind }: Pick<Route, "bind">, args: Arguments, ctx: Context): Promise<Arguments> {
  const binders = Object.entries(bind);
  if (binders.length === 0) return args;
  const { actor, scope, db } = ctx;
  const values = await Promise.all(
    binders.map(([name, binder]) =>
      typeof binder === "function" ? binder(actor) : binder.resolve(db, { actor, scope, given: givenFor(name, args) }),
    ),
  );
  const result: Record<string, unknown> = { ...args };
  for (const [at, [name]] of binders.entries()) {
    const [argument = name, property] = name.split(".");
    const object = (result[argument] ?? {}) as Readonly<Record<string, unknown>>;
    result[argument] = property === undefined ? values[at] : { ...object, [property]: values[at] };
  }
  return result;
}

/**
 * Looks up what a route binds to the caller, such as a customer's cart, and throws the error if there is none. Leaves out
 * what a path parameter names, such as the cart of a mask, which only the call itself looks up.
 */
export async function requireOwned({ bind, targets }: Pick<Route, "bind" | "targets">, ctx: Context): Promise<void> {
  const named = Object.values(targets);
  const owned = Object.fromEntries(Object.entries(bind).filter(([name]) => !named.includes(name)));
  await boundArguments({ bind: owned }, {}, ctx);
}

/**
 * Returns the value that the call has for a looked-up argument or field, which is the text of its path parameter;
 * undefined if there is none.
 */
export function givenFor(name: string, args: Arguments): string | undefined {
  const [argument = name, property] = name.split(".");
  const value = args[argument];
  const given =
    property === undefined ? value : (value as Readonly<Record<string, unknown>> | null | undefined)?.[property];
  return typeof given === "string" || typeof given === "number" ? String(given) : undefined;
}
