import {
  type GraphQLFieldConfig,
  GraphQLEnumType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
} from "graphql";
import { collectFields } from "graphql/execution/collectFields.js";
import { type ErrorCode, inputError, type Parameters, render, type WebapiError } from "../../call/errors.js";
import { toWebapiError } from "../../call/failure.js";
import { fieldResolver } from "../../call/field-resolver.js";
import type { GraphqlContext } from "../../call/kernel.js";
import { type FailedRows, failedRowOf } from "../../contract/failed-rows.js";
import { attempt } from "../attempt.js";
import { writtenRecordsField } from "./written-records.js";

/** Name of the field of `Mutation` that returns the expected failures of the mutations before it. */
export const userErrorsField = "user_errors";

/** Codes of failures that a caller can correct. The same codes are `extensions.code` of an error. */
const expectedCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_REQUEST: "An argument is missing or not valid, or a rule forbids the change.",
  ALREADY_EXISTS: "A value that must be unique is taken.",
  COULD_NOT_SAVE: "The database rejects the change.",
  NO_SUCH_ENTITY: "A record does not exist, or is not the caller's.",
  IDEMPOTENCY_KEY_REUSED: "The key belongs to a call with other arguments.",
};

interface UserError {
  readonly path: readonly string[];
  readonly code: string;
  readonly field: string | null;
  readonly row: number | null;
  readonly sku: string | null;
  readonly message: string;
}

/** The failures of a document that selects them; undefined for one that does not. */
type CollectedErrors = UserError[] | undefined;

/** Collected failures by the variables of a document: graphql-js makes one variables object per execution. */
const collectedErrors = new WeakMap<object, { readonly errors: CollectedErrors }>();

/** Fields of `Mutation` that say what the mutations before them did. */
export const outcomeFields: ReadonlySet<string> = new Set([userErrorsField, writtenRecordsField]);

/** Returns the failures of the document so far. Throws 400 if it has a mutation after a field about its outcome. */
function findCollectedErrors({
  variableValues,
  schema,
  fragments,
  operation,
  parentType,
}: GraphQLResolveInfo): CollectedErrors {
  const known = collectedErrors.get(variableValues);
  if (known) return known.errors;
  const fields = collectFields(schema, fragments, variableValues, parentType, operation.selectionSet);
  const names = [...fields.values()].map(([node]) => node?.name.value ?? "");
  const first = names.findIndex((name) => outcomeFields.has(name));
  if (first !== -1 && names.slice(first).some((name) => !outcomeFields.has(name))) {
    throw inputError(`Select ${names[first] ?? ""} after all mutations.`);
  }
  const errors = names.includes(userErrorsField) ? [] : undefined;
  collectedErrors.set(variableValues, { errors });
  return errors;
}

/**
 * Runs a mutation. If the document selects `user_errors`, an expected failure goes there and the mutation is null; otherwise it is
 * thrown. Failed rows stay in the result and go there too.
 */
export async function withUserErrors(
  { info, ctx, rows }: MutationContext,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const errors = findCollectedErrors(info);
  if (!errors) return attempt(ctx, run);
  const path = [String(info.path.key)];
  try {
    const result = await attempt(ctx, run);
    if (rows) errors.push(...rowErrors(result, rows).map((error) => ({ ...error, path })));
    return result;
  } catch (thrown) {
    const error = toWebapiError(thrown, ctx.log);
    if (!(error.code in expectedCodes)) throw error;
    errors.push(...reasonsOf(error).map((reason) => ({ ...reason, path })));
    return null;
  }
}

interface MutationContext {
  readonly info: GraphQLResolveInfo;
  readonly ctx: GraphqlContext;
  /** Codes and messages of the failed rows, if the result lists them. */
  readonly rows: FailedRows | undefined;
}

const rowErrors = (result: unknown, { describe }: FailedRows): Omit<UserError, "path">[] =>
  (Array.isArray(result) ? (result as unknown[]) : []).map((failure) => {
    const { row = null, sku = null } = failedRowOf(failure) ?? {};
    return { ...describe(failure), row, sku };
  });

/** Returns the reasons of an error: its listed errors, or else its own message. */
function reasonsOf({ code, message, details }: WebapiError): Omit<UserError, "path">[] {
  const row = details.elements?.[0] ?? null;
  const own = { message, parameters: details.parameters };
  const listed = details.errors?.map(({ message: template, parameters }) => ({
    message: render(template, parameters),
    parameters,
  }));
  return (listed ?? [own]).map((reason) => ({
    ...{ code, row, sku: null },
    ...{ field: fieldIn(reason.parameters), message: reason.message },
  }));
}

/** Returns the field named in the parameters of a message. */
function fieldIn(parameters: Parameters | undefined): string | null {
  if (!parameters || Array.isArray(parameters)) return null;
  const { fieldName, field_name: snake, field } = parameters as Readonly<Record<string, unknown>>;
  const name = fieldName ?? snake ?? field;
  return typeof name === "string" ? name : null;
}

/** Makes the field `user_errors`, with the codes of the kernel and those of failed rows. */
export function userErrors(rows: readonly FailedRows[]): GraphQLFieldConfig<unknown, GraphqlContext> {
  const codes = Object.assign({}, expectedCodes, ...rows.map((declared) => declared.codes)) as Record<string, string>;
  const code = new GraphQLEnumType({
    name: "UserErrorCode",
    description: "Reason for a failed write. Codes do not change; new ones can be added.",
    values: Object.fromEntries(Object.entries(codes).map(([name, description]) => [name, { description }])),
  });
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(errorType(code)))),
    description:
      "Expected failures of the mutations before it, in their order: arguments that are not valid, records that do not exist, values that are taken, and rows that a bulk write rejects. If a document selects this field, they are here and not in `errors`, and the failed mutation is null. Other errors, for example a missing permission, stay in `errors`.",
    resolve: fieldResolver(({ info }) => findCollectedErrors(info) ?? []),
  };
}

const errorType = (code: GraphQLEnumType) =>
  new GraphQLObjectType({
    name: "UserError",
    description: "A failure of a write that the caller can correct.",
    fields: {
      path: { type: required(new GraphQLList(required(GraphQLString))), description: "Name or alias of the mutation." },
      code: { type: required(code), description: "The reason as a stable code." },
      field: { type: GraphQLString, description: "Invalid field or argument; null if the message names none." },
      row: {
        type: GraphQLInt,
        description: "Position of the row in the request's list, from 0; null if the call has no rows.",
      },
      sku: { type: GraphQLString, description: "SKU in the row; null if it has none." },
      message: { type: required(GraphQLString), description: "The message with its values filled in." },
    },
  });

const required = <Type extends GraphQLNullableType>(type: Type) => new GraphQLNonNull(type);

/** Returns the fields of a failed row that only GraphQL has. */
export const failedRowFields = ({
  describe,
}: FailedRows): Record<string, GraphQLFieldConfig<unknown, GraphqlContext>> => ({
  row: {
    type: GraphQLInt,
    description: "Position of the row in the request's list, from 0; null in the records of a proposal.",
    resolve: (failure) => failedRowOf(failure)?.row ?? null,
  },
  sku: {
    type: GraphQLString,
    description: "SKU in the row; null in the records of a proposal.",
    resolve: (failure) => failedRowOf(failure)?.sku ?? null,
  },
  code: {
    type: GraphQLString,
    description: "The reason as a code of `UserErrorCode`.",
    resolve: (failure) => describe(failure).code,
  },
  rendered_message: {
    type: new GraphQLNonNull(GraphQLString),
    description: "The message with its values filled in.",
    resolve: (failure) => describe(failure).message,
  },
});
