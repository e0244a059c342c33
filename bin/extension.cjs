// `portico/extension`: what the running process offers to the extensions that it loads. The names are written out, because Node.js
// finds the exports of a script by reading it.
const surface = globalThis[Symbol.for("portico.extension")];
if (!surface) {
  throw new Error(
    "portico/extension only works in modules that Portico loads. Name this one in PORTICO_EXTENSIONS, then start `portico serve`.",
  );
}

exports.Arg = surface.Arg;
exports.Contract = surface.Contract;
exports.Ctx = surface.Ctx;
exports.Decimal = surface.Decimal;
exports.Field = surface.Field;
exports.Float = surface.Float;
exports.ID = surface.ID;
exports.InputType = surface.InputType;
exports.Int = surface.Int;
exports.Money = surface.Money;
exports.Mutation = surface.Mutation;
exports.ObjectType = surface.ObjectType;
exports.OutputShape = surface.OutputShape;
exports.OwnTransaction = surface.OwnTransaction;
exports.Query = surface.Query;
exports.Resolver = surface.Resolver;
exports.Rest = surface.Rest;
exports.SearchCriteria = surface.SearchCriteria;
exports.SearchResults = surface.SearchResults;
exports.Shape = surface.Shape;
exports.WebapiError = surface.WebapiError;
exports.Writes = surface.Writes;
exports.aggregate = surface.aggregate;
exports.alreadyExists = surface.alreadyExists;
exports.couldNotSave = surface.couldNotSave;
exports.defineExtension = surface.defineExtension;
exports.extensionApi = surface.extensionApi;
exports.inputError = surface.inputError;
exports.invalidValue = surface.invalidValue;
exports.noSuchEntity = surface.noSuchEntity;
exports.registerEnumType = surface.registerEnumType;
exports.retryDelay = surface.retryDelay;
exports.tooLong = surface.tooLong;
