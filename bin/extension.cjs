// `portico/extension`: what the running process offers to the extensions that it loads. The names are written out, because Node.js
// finds the exports of a script by reading it.
const surface = globalThis[Symbol.for("portico.extension")];
if (!surface) {
  throw new Error(
    "portico/extension only works in modules that Portico loads. Name this one in PORTICO_EXTENSIONS, then start `portico serve`.",
  );
}

exports.extensionApi = surface.extensionApi;
exports.defineExtension = surface.defineExtension;
exports.Contract = surface.Contract;
exports.Rest = surface.Rest;
exports.OwnTransaction = surface.OwnTransaction;
exports.Shape = surface.Shape;
exports.OutputShape = surface.OutputShape;
exports.Money = surface.Money;
exports.Decimal = surface.Decimal;
exports.WebapiError = surface.WebapiError;
exports.inputError = surface.inputError;
exports.noSuchEntity = surface.noSuchEntity;
exports.alreadyExists = surface.alreadyExists;
exports.couldNotSave = surface.couldNotSave;
exports.Arg = surface.Arg;
exports.Ctx = surface.Ctx;
exports.Field = surface.Field;
exports.ID = surface.ID;
exports.InputType = surface.InputType;
exports.Int = surface.Int;
exports.Float = surface.Float;
exports.Mutation = surface.Mutation;
exports.ObjectType = surface.ObjectType;
exports.Query = surface.Query;
exports.Resolver = surface.Resolver;
exports.registerEnumType = surface.registerEnumType;
