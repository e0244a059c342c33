import {
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  HeaderMap,
} from "@apollo/server";
import {
  execute,
  type FormattedExecutionResult,
  type FragmentDefinitionNode,
  getVariableValues,
  type GraphQLError,
  Kind,
  OperationTypeNode,
  print,
} from "graphql";
import { collectFields } from "graphql/execution/collectFields.js";
import type { AsyncQueue } from "../call/stored/async-queue.js";
import type { Context } from "../call/context.js";
import { inputError } from "../call/errors.js";
import { toWebapiError } from "../call/failure.js";
import type { GraphqlContext, KeyedMutation } from "../call/kernel.js";
import { afterRollback } from "../call/recorded-error.js";
import { asGraphQL, formatterOf } from "./errors.js";
import { outcomeFields } from "./schema/user-errors.js";

type Queue = Pick<AsyncQueue, "answerOnce">;
type RequestContext = GraphQLRequestContext<GraphqlContext>;
type Hook = NonNullable<GraphQLRequestListener<GraphqlContext>["responseForOperation"]>;
type Answer = Awaited<ReturnType<Hook>>;

/**
 * Runs a mutation with the header `Idempotency-Key` once, as REST does: later requests of its caller with the same key, document
 * and variables get the first answer. The key, the effect and the answer are committed together; a mutation that fails has no
 * effect, is answered as without the header, and leaves the key free. The header is ignored by queries, and by mutations whose
 * answer must not be stored.
 */
export const idempotentMutations = (queue: Queue): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: () =>
    Promise.resolve({
      responseForOperation: (requested) => {
        const isKeyed = requested.request.http?.headers.has("idempotency-key") === true;
        if (!isKeyed || requested.operation.operation !== OperationTypeNode.MUTATION) return Promise.resolve(null);
        return answerKeyed(requested, queue);
      },
    }),
});

/** A request whose document was parsed and validated. */
type ValidatedRequest = RequestContext & Required<Pick<RequestContext, "document" | "operation">>;

/**
 * Returns the answer; null if Apollo Server is to execute the document, either without the key or to answer the
 * failure.
 */
async function answerKeyed(requested: ValidatedRequest, queue: Queue): Promise<Answer> {
  const { contextValue: ctx } = requested;
  const keyed: KeyedMutation = {};
  try {
    if (!isQueueable(requested)) return null;
    const { json, isReplayed } = await answerOnce(requested, { queue, keyed });
    const http = { headers: new HeaderMap(isReplayed ? [["idempotency-replayed", "true"]] : []) };
    return { http, body: { kind: "single", singleResult: JSON.parse(json) as FormattedExecutionResult } };
  } catch (error) {
    if (!keyed.failure) return errorAnswer(asGraphQL(toWebapiError(error, ctx.log)));
    ctx.keyed = { failure: { error: await afterRollback(keyed.failure.error, ctx.db) } };
    return null;
  }
}

interface Keyed {
  readonly queue: Queue;
  readonly keyed: KeyedMutation;
}

function answerOnce(requested: ValidatedRequest, { queue, keyed }: Keyed) {
  const { contextValue, document, operation, request, schema } = requested;
  const { kernel, allowance, ...ctx } = contextValue;
  const run = async (within: Context): Promise<string> => {
    const { data, errors = [] } = await execute({
      schema,
      document,
      operationName: operation.name?.value ?? null,
      variableValues: request.variables ?? {},
      contextValue: { ...within, kernel, allowance, keyed, isEnclosed: true },
    });
    // Errors deeper in the answer, for example of a related record, do not undo the effect.
    const failed = errors.find(({ path }) => (path?.length ?? 0) <= 1);
    if (failed) keyed.failure ??= { error: failed.originalError ?? failed };
    if (keyed.failure) throw keyed.failure.error;
    return JSON.stringify({ data, ...(errors.length > 0 ? { errors: errors.map(formatterOf(kernel)) } : {}) });
  };
  const sent = [print(document), operation.name?.value ?? null, request.variables ?? {}];
  const key = request.http?.headers.get("idempotency-key");
  return queue.answerOnce({ line: "graphql", ctx, headers: { "idempotency-key": key }, sent }, run);
}

function errorAnswer({ message, extensions }: GraphQLError): Answer {
  const { http, ...shown } = extensions as { http?: { status?: number; headers?: Record<string, string> } };
  return {
    http: {
      headers: new HeaderMap(Object.entries(http?.headers ?? {})),
      ...(http?.status ? { status: http.status } : {}),
    },
    body: { kind: "single", singleResult: { errors: [{ message, extensions: shown }] } },
  };
}

/**
 * Whether the mutation of a document can be repeated with a key. False for invalid variables: the execution rejects
 * them before any effect. Throws 400 for several mutations and for a batch, because a key stands for one call.
 */
function isQueueable({ schema, document, operation, request, requestIsBatched }: ValidatedRequest): boolean {
  const mutations = schema.getMutationType();
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  if (!mutations || !coerced) return false;
  const fragments = Object.fromEntries(
    document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]),
  );
  const fields = collectFields(schema, fragments, coerced, mutations, operation.selectionSet);
  const names = [...fields.values()].flatMap(([node]) => node?.name.value ?? []);
  const [name, ...others] = names.filter((each) => each !== "__typename" && !outcomeFields.has(each));
  if (name === undefined || others.length > 0 || requestIsBatched) {
    throw inputError("A request with an Idempotency-Key must have exactly one document with one mutation.");
  }
  return mutations.getFields()[name]?.extensions["isQueueable"] === true;
}

const isFragment = (definition: { readonly kind: Kind }): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION;
