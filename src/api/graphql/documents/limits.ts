import type { ApolloServerPlugin } from "@apollo/server";
import {
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  Lexer,
  OperationTypeNode,
  Source,
  TokenKind,
} from "graphql";
import { type Actor, UserType } from "../../auth/actor.js";
import type { Config } from "../../../config.js";
import { WebapiError } from "../../call/errors.js";
import type { GraphqlContext } from "../../call/kernel.js";
import { answerTooLargeCode } from "./answer-allowance.js";
import { type Weight, weightOf } from "./document-weight.js";
import type { Introspection } from "./introspection.js";

/**
 * Rejects a valid document before it runs if its depth or cost exceeds the settings, or if it may not read the schema.
 * Reports its cost on request.
 */
export const documentLimits = (introspection: Introspection): ApolloServerPlugin<GraphqlContext> => ({
  requestDidStart: ({ request }) => {
    let reported: ReportedCost | undefined;
    return Promise.resolve({
      didResolveOperation: async ({ operation, ...requested }) => {
        if (!operation) return;
        const { schema, document, source, contextValue } = requested;
        contextValue.allowance?.addDocument(source);
        if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw streamRequired();
        // Before the document is weighed, which takes longer.
        introspection.checkFields({ ...requested, operation });
        const weight = weightOf({ schema, document, operation, variables: request.variables ?? {} });
        introspection.checkCost({ ...requested, operation }, weight);
        reported = reportedCost(weight, contextValue);
        await checkWeight(weight, contextValue);
      },
      willSendResponse: ({ response: { body } }) => {
        if (body.kind === "single") reportOnce(body.singleResult);
        if (request.extensions?.["cost"] !== true || !reported || body.kind !== "single") return Promise.resolve();
        body.singleResult.extensions = { ...body.singleResult.extensions, cost: reported };
        return Promise.resolve();
      },
    });
  },
});

const streamRequired = () =>
  limitError("BAD_REQUEST", "A subscription needs a stream: send the header `Accept: text/event-stream` alone.");

/** The cost of a document in `extensions.cost`. */
interface ReportedCost extends Pick<Weight, "cost" | "depth"> {
  readonly cost_limit: number;
  readonly depth_limit: number;
}

const reportedCost = ({ cost, depth }: Weight, { kernel: { config } }: GraphqlContext): ReportedCost => ({
  cost,
  cost_limit: config.PORTICO_GRAPHQL_COST,
  depth,
  depth_limit: config.PORTICO_GRAPHQL_DEPTH,
});

/**
 * Counts a document against the limits of its request and against the caller's rate limit. Throws 400 if it is too
 * deep or if the documents of the request cost too much, and 429 above the rate limit.
 */
export async function checkWeight({ depth, cost, loads }: Weight, ctx: GraphqlContext): Promise<void> {
  const { PORTICO_GRAPHQL_DEPTH: maxDepth, PORTICO_GRAPHQL_COST: maxCost } = ctx.kernel.config;
  const { PORTICO_GRAPHQL_LOADS: maxLoads } = ctx.kernel.config;
  if (depth > maxDepth) {
    throw limitError("QUERY_TOO_DEEP", `The query is ${depth} levels deep; at most ${maxDepth} are allowed.`);
  }
  const used = ctx.allowance ?? { cost: 0, loads: 0 };
  used.cost += cost;
  used.loads += loads;
  if (used.cost > maxCost) {
    throw limitError("QUERY_TOO_COSTLY", `The query costs ${used.cost}; at most ${maxCost} is allowed.`);
  }
  if (used.loads > maxLoads) {
    throw limitError(
      "QUERY_TOO_COSTLY",
      `The query has ${used.loads} operations and related records; at most ${maxLoads} are allowed.`,
    );
  }
  await countCost(ctx, cost);
}

/** Reports once that an answer is too long, and not for each field that is missing because of it. */
function reportOnce(result: FormattedExecutionResult & { errors?: readonly GraphQLFormattedError[] }): void {
  const isTooLarge = ({ extensions }: GraphQLFormattedError) => extensions?.["code"] === answerTooLargeCode;
  const first = result.errors?.find(isTooLarge);
  if (first && result.errors) result.errors = result.errors.filter((error) => error === first || !isTooLarge(error));
}

/** Counts the cost of a document against the caller's rate limit. Throws 429 above the limit. */
async function countCost({ kernel, actor, address, exchange }: GraphqlContext, cost: number): Promise<void> {
  try {
    await kernel.limits.countGraphqlCost({ actor, address }, cost, exchange?.response);
  } catch (error) {
    if (!(error instanceof WebapiError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } });
  }
}

/**
 * Maximum nesting of brackets in a document, because parser and validator recurse for each level. A query of the
 * greatest allowed depth needs 100, and a few more for arguments.
 */
const maxNesting = 250;

type TextLimits = Pick<
  Config,
  "PORTICO_GRAPHQL_TEXT_LIMIT" | "PORTICO_GRAPHQL_GUEST_TEXT_LIMIT" | "PORTICO_GRAPHQL_TOKENS"
>;

/** Throws 413 for a document that is longer than the caller may send, and 400 as `checkTokens` does. */
export function checkDocument(text: string, { actor, config }: { readonly actor: Actor; readonly config: TextLimits }) {
  const isGuest = actor.type === UserType.guest;
  const maxLength = isGuest ? config.PORTICO_GRAPHQL_GUEST_TEXT_LIMIT : config.PORTICO_GRAPHQL_TEXT_LIMIT;
  if (Buffer.byteLength(text) > maxLength) {
    throw limitError("QUERY_TOO_LARGE", `The query is larger than ${maxLength} bytes. Send data as variables.`, 413);
  }
  checkTokens(text, config.PORTICO_GRAPHQL_TOKENS);
}

/**
 * Throws 400 for too many tokens or nested brackets. The time to parse grows with the tokens, and the rules of
 * graphql-js limit their own work, so parsing and validation stay fast. Invalid GraphQL is left for the parser to
 * report.
 */
function checkTokens(text: string, maxTokens: number): void {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let count = 0; nextKind(lexer) !== TokenKind.EOF; count += 1) {
    if (count === maxTokens) {
      throw limitError("QUERY_TOO_LARGE", `The query has more than ${maxTokens} tokens. Send data as variables.`);
    }
    nesting += nestingChange[lexer.token.kind] ?? 0;
    if (nesting > maxNesting) {
      throw limitError("QUERY_TOO_DEEP", `The query has more than ${maxNesting} levels of brackets.`);
    }
  }
}

function nextKind(lexer: Lexer): TokenKind {
  try {
    return lexer.advance().kind;
  } catch {
    return TokenKind.EOF;
  }
}

const nestingChange: Readonly<Partial<Record<TokenKind, number>>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_R]: -1,
};

const limitError = (code: string, message: string, status = 400) =>
  new GraphQLError(message, { extensions: { code, http: { status } } });
