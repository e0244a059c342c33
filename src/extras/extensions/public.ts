// Everything that `portico/extension` exports: for operations the same decorators that Portico's own have. The built-in extensions
// import this file, so they use what all others use.
import { extensionApi, type Extension } from "./extension.types.js";

// TypeGraphQL keeps what its decorators declare in the process, so an extension must use this copy of it.
export {
  Arg,
  Ctx,
  Field,
  Float,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
export {
  aggregate,
  alreadyExists,
  couldNotSave,
  inputError,
  invalidValue,
  noSuchEntity,
  tooLong,
  WebapiError,
} from "../../api/call/errors.js";
export { Contract, OwnTransaction, Rest, Writes } from "../../api/contract/rest.js";
export { Decimal, Money } from "../../api/contract/scalars.js";
export { OutputShape, Shape } from "../../api/contract/shape.js";
export { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
export { SearchResults } from "../../api/search-criteria/search-results.js";
export { retryDelay } from "../../platform/outbound/signed-post.js";
export type * from "./extension.types.js";

export { extensionApi };

/** Returns its argument. It exists for its type. */
export const defineExtension = (extension: Extension): Extension => extension;
