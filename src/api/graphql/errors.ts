import { ApolloServerErrorCode, unwrapResolverError } from "@apollo/server/errors";
import type { Response } from "express";
import { GraphQLError, type GraphQLFormattedError, isValueNode } from "graphql";
import type { WebapiError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import type { Kernel } from "../call/kernel.js";
import { retryHeaders } from "../http/answer/answer.js";

/** Formats an error of a resolver for GraphQL clients. */
export type FormatError = (error: unknown) => GraphQLFormattedError;

/** Returns the formatter of errors. It leaves GraphQL's own errors unchanged. */
export const formatterOf =
  (kernel: Pick<Kernel, "config" | "log">): FormatError =>
  (error) =>
    format(error instanceof GraphQLError ? error.toJSON() : { message: String(error) }, error, kernel);

/** Formats an error of a resolver that Apollo Server has already formatted. GraphQL's own errors are left unchanged. */
export function format(
  formatted: GraphQLFormattedError,
  error: unknown,
  { config, log }: Pick<Kernel, "config" | "log">,
): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  if (original instanceof GraphQLError) {
    if (isArgumentError(original)) return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } };
    if (formatted.extensions?.["code"] !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR) return formatted;
  }
  const { message, extensions } = describe(toWebapiError(original, log));
  const trace = config.NODE_ENV === "development" && original instanceof Error ? { trace: original.stack } : {};
  return { ...formatted, message, extensions: { ...extensions, ...trace } };
}

/**
 * Whether GraphQL rejected an argument's value during execution: null from a nullable variable, for an argument that
 * has a default value and must not be null. Errors in documents and in variables themselves are found earlier.
 */
const isArgumentError = ({ nodes, extensions }: GraphQLError): boolean =>
  extensions["code"] === undefined && nodes?.some(isValueNode) === true;

/** Sends an error from before the execution in the format of an execution error. */
export function answerError(response: Response, { message, extensions }: GraphQLError): void {
  const { http, ...shown } = extensions as { http?: { status?: number; headers?: Readonly<Record<string, string>> } };
  response.set(http?.headers ?? {});
  response.status(http?.status ?? 500).json({ errors: [{ message, extensions: shown }] });
}

/** Converts an error of the service to a GraphQL error. */
export const asGraphQL = (error: WebapiError) =>
  new GraphQLError(error.message, {
    extensions: { ...describe(error).extensions, http: { status: error.status, headers: retryHeaders(error) } },
  });

/** Returns the rendered message and, for programs, a stable code, the template and its parameters. */
function describe(error: WebapiError) {
  const { parameters, errors, setting } = error.details;
  const details = {
    ...(parameters ? { parameters } : {}),
    ...(errors ? { errors } : {}),
    ...(setting ? { setting } : {}),
  };
  const message = setting ? `${error.message} The setting ${setting} admits every caller.` : error.message;
  return { message, extensions: { code: error.code, template: error.template, ...details } };
}
