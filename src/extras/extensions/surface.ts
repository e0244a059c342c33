import * as graph from "type-graphql";
import { alreadyExists, couldNotSave, inputError, noSuchEntity, WebapiError } from "../../api/call/errors.js";
import { Contract, OwnTransaction, Rest } from "../../api/contract/rest.js";
import { Decimal, Money } from "../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../api/contract/shape.js";
import { extensionApi, type Extension } from "./extension.types.js";

/** Returns its argument. It exists for its type. */
const defineExtension = (extension: Extension): Extension => extension;

/** Everything that `portico/extension` exports: for operations the same decorators that Portico's own have. */
const surface = {
  extensionApi,
  defineExtension,
  ...{ Contract, Rest, OwnTransaction, Shape, OutputShape, Money, Decimal },
  ...{ WebapiError, inputError, noSuchEntity, alreadyExists, couldNotSave },
  // TypeGraphQL keeps what its decorators declare in the process, so an extension must use this copy of it.
  ...{
    Arg: graph.Arg,
    Ctx: graph.Ctx,
    Field: graph.Field,
    ID: graph.ID,
    InputType: graph.InputType,
    Int: graph.Int,
    Float: graph.Float,
    Mutation: graph.Mutation,
    ObjectType: graph.ObjectType,
    Query: graph.Query,
    Resolver: graph.Resolver,
    registerEnumType: graph.registerEnumType,
  },
} as const;

type Surface = typeof surface;

/** The names that `bin/extension.cjs` exports. */
export const surfaceNames: readonly string[] = Object.keys(surface);

/** The place where `bin/extension.cjs`, which is a file of its own, finds the surface of the running process. */
const surfaceKey = Symbol.for("portico.extension");

/** Makes `portico/extension` usable by modules that this process loads. */
export function registerSurface(): void {
  (globalThis as { [surfaceKey]?: Surface })[surfaceKey] = surface;
}
