// cspell:ignore QLID
import {
  getNullableType,
  GraphQLID,
  GraphQLInt,
  GraphQLNonNull,
  type GraphQLArgumentConfig,
  isNonNullType,
} from "graphql";
import type { Arguments } from "../../call/method-call.js";
import { scalarCast } from "../../call/arguments/scalar-casts.js";
import type { Operation, Route } from "../../contract/routes/operations.js";

type ArgumentConfigs = Readonly<Record<string, GraphQLArgumentConfig>>;

/**
 * Returns the names of the numeric arguments that a route looks up from another value, for example from the masked id
 * of a guest's cart.
 */
export const idArguments = ({ routes, field }: Pick<Operation, "routes" | "field">): string[] =>
  field.args
    .filter(({ type }) => getNullableType(type) === GraphQLInt)
    .map(({ name }) => name)
    .filter((name) => routes.some((route) => looksUp(route, name)));

const looksUp = ({ bind, targets }: Route, name: string): boolean =>
  typeof bind[name] === "object" && Object.values(targets).includes(name);

/** Returns the arguments with the named ones as `ID`, which accepts numbers and text. */
export const asIds = (args: ArgumentConfigs, names: readonly string[]): Record<string, GraphQLArgumentConfig> =>
  Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [
      name,
      names.includes(name)
        ? { ...arg, type: isNonNullType(arg.type) ? new GraphQLNonNull(GraphQLID) : GraphQLID }
        : arg,
    ]),
  );

const toInt = scalarCast(GraphQLInt);

/** Converts the named arguments that the route does not look up to numbers. Throws 400 for text that is not a number. */
export const idsFor = (args: Arguments, names: readonly string[], route: Route): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      names.includes(name) && value != null && !(name in route.bind) ? toInt(value) : value,
    ]),
  );
