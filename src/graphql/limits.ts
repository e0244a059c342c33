import type { ApolloServerPlugin } from "@apollo/server";
import { GraphQLError, Lexer, Source, TokenKind } from "graphql";
import { type Actor, UserType } from "../auth/actor.js";
import type { Config } from "../config.js";
import { weightOf } from "./document-weight.js";

type WeightLimits = Pick<Config, "PORTICO_GRAPHQL_DEPTH" | "PORTICO_GRAPHQL_COST">;

/** Refuses, before it runs, a valid document that is deeper or costlier than the settings allow. */
export const limits = ({
  PORTICO_GRAPHQL_DEPTH: deepest,
  PORTICO_GRAPHQL_COST: costliest,
}: WeightLimits): ApolloServerPlugin => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ document, operation, request }) => {
        if (!operation) return Promise.resolve();
        const { depth, cost } = weightOf(document, operation, request.variables ?? {});
        if (depth > deepest) {
          throw refusal("QUERY_TOO_DEEP", `The query is ${depth} levels deep; at most ${deepest} are allowed.`);
        }
        if (cost > costliest) {
          throw refusal("QUERY_TOO_COSTLY", `The query costs ${cost}; at most ${costliest} is allowed.`);
        }
        return Promise.resolve();
      },
    }),
});

/**
 * Levels of brackets past which a document is not parsed: parser and validator call themselves for each level. A query of
 * the largest depth that can be set takes 100, and its arguments a few more.
 */
const deepestNesting = 250;

type TextLimits = Pick<
  Config,
  "PORTICO_GRAPHQL_TEXT_LIMIT" | "PORTICO_GRAPHQL_GUEST_TEXT_LIMIT" | "PORTICO_GRAPHQL_TOKENS"
>;

/** Throws 413 for the text of a document that is longer than this caller may send, and 400 as `checkTokens` does. */
export function checkDocument(text: string, { actor, config }: { readonly actor: Actor; readonly config: TextLimits }) {
  const isGuest = actor.type === UserType.guest;
  const most = isGuest ? config.PORTICO_GRAPHQL_GUEST_TEXT_LIMIT : config.PORTICO_GRAPHQL_TEXT_LIMIT;
  if (Buffer.byteLength(text) > most) {
    throw refusal("QUERY_TOO_LARGE", `The query is larger than ${most} bytes. Send data as variables.`, 413);
  }
  checkTokens(text, config.PORTICO_GRAPHQL_TOKENS);
}

/**
 * Throws 400 for more tokens or deeper brackets than allowed. The time of parsing grows with the tokens, and the rules of
 * graphql-js bound their own work, so this keeps both short. Text that is not GraphQL is left for the parser to report.
 */
function checkTokens(text: string, most: number): void {
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  for (let count = 0; nextKind(lexer) !== TokenKind.EOF; count += 1) {
    if (count === most) {
      throw refusal("QUERY_TOO_LARGE", `The query has more than ${most} tokens. Send data as variables.`);
    }
    nesting += change[lexer.token.kind] ?? 0;
    if (nesting > deepestNesting) {
      throw refusal("QUERY_TOO_DEEP", `The query has more than ${deepestNesting} levels of brackets.`);
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

const change: Readonly<Partial<Record<TokenKind, number>>> = {
  [TokenKind.BRACE_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACE_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.PAREN_R]: -1,
};

const refusal = (code: string, message: string, status = 400) =>
  new GraphQLError(message, { extensions: { code, http: { status } } });
