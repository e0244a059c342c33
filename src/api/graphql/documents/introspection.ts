import { createHash } from "node:crypto";
import {
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  HeaderMap,
} from "@apollo/server";
import {
  BREAK,
  type DocumentNode,
  executeSync,
  type FormattedExecutionResult,
  type FragmentDefinitionNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  visit,
} from "graphql";
import { collectFields } from "graphql/execution/collectFields.js";
import { UserType } from "../../auth/actor.js";
import type { GraphqlContext } from "../../call/kernel.js";
import { type Weight, weightOf } from "./document-weight.js";
import { metaFields, wholeSchemaQuery } from "./introspection-weight.js";

type Requested = GraphQLRequestContext<GraphqlContext>;
type Answer = Awaited<ReturnType<NonNullable<GraphQLRequestListener<GraphqlContext>["responseForOperation"]>>>;

/** A request whose document was parsed and validated. */
type ValidatedRequest = Requested & Required<Pick<Requested, "document" | "operation">>;

/** Answers that a process keeps. One of the whole schema takes about 1 MB. */
const maxTexts = 20;
/** Milliseconds between new introspections of guests and customers, and how many of them can come at once. */
const interval = 3000;
const burst = 10;

/**
 * Answers introspection from texts, one for each document, because it takes long to execute and the schema of a process
 * never changes. A request can have one introspection that costs no more than reading the whole schema. Guests and
 * customers wait for new documents if there were many, and guests have none without `PORTICO_GRAPHQL_GUEST_INTROSPECTION`.
 */
export class Introspection {
  private readonly texts = new Map<string, string>();
  private readonly textsOfAnswers = new WeakMap<object, string>();
  private maxCost: number | undefined;
  private nextAt = 0;

  readonly plugin: ApolloServerPlugin<GraphqlContext> = {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async (requested) => (introspects(requested.document) ? this.answer(requested) : null),
      }),
  };

  /** Returns the text of an answer to an introspection; undefined for other answers. */
  textOf({ data }: FormattedExecutionResult): string | undefined {
    return data ? this.textsOfAnswers.get(data) : undefined;
  }

  /** Throws 400 for a document that reads the schema although the caller may not, or reads it more than once in a request. */
  checkFields(requested: ValidatedRequest): void {
    if (!introspects(requested.document)) return;
    const { kernel, actor, allowance } = requested.contextValue;
    if (actor.type === UserType.guest && !kernel.config.PORTICO_GRAPHQL_GUEST_INTROSPECTION) {
      throw rejected("INTROSPECTION_DISABLED", "Guests cannot read the schema of this service.");
    }
    if (allowance) allowance.introspections += 1;
    if ((allowance?.introspections ?? 1) > 1 || !hasOneField(requested)) {
      throw rejected(
        "QUERY_TOO_COSTLY",
        "A request that reads the schema can have one field only, `__schema` or `__type`.",
      );
    }
  }

  /** Throws 400 for a document that costs more than reading the whole schema, and 503 if there were many new ones. */
  checkCost(requested: ValidatedRequest, { introspection }: Weight): void {
    if (introspection === 0) return;
    if (introspection > (this.maxCost ??= costOfWholeSchema(requested.schema))) {
      throw rejected("QUERY_TOO_COSTLY", "The query costs more than reading the whole schema once.");
    }
    const { type } = requested.contextValue.actor;
    const isKnown = type === UserType.administrator || type === UserType.integration;
    if (!isKnown && !this.texts.has(keyOf(requested))) this.countNew();
  }

  /** Throws 503 if guests and customers have introduced many documents. */
  private countNew(): void {
    const now = performance.now();
    const next = Math.max(now, this.nextAt) + interval;
    if (next - now > burst * interval) {
      throw new GraphQLError("The schema is read too often.", { extensions: { code: "SERVICE_UNAVAILABLE" } });
    }
    this.nextAt = next;
  }

  private answer(requested: ValidatedRequest): Answer {
    const key = keyOf(requested);
    const known = this.texts.get(key);
    const text = known ?? introspect(requested);
    this.texts.delete(key);
    this.texts.set(key, text);
    const [oldest = key] = this.texts.keys();
    if (this.texts.size > maxTexts) this.texts.delete(oldest);
    const data = {};
    this.textsOfAnswers.set(data, text);
    return { http: { headers: new HeaderMap() }, body: { kind: "single", singleResult: { data } } };
  }
}

const rejected = (code: string, message: string) =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

function introspects(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name: { value } }) => {
      if (!(value in metaFields)) return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

function hasOneField({ schema, document, operation, request }: ValidatedRequest): boolean {
  const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
  const root = schema.getRootType(operation.operation);
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  ) as Record<string, FragmentDefinitionNode>;
  return root ? collectFields(schema, fragments, coerced, root, operation.selectionSet).size === 1 : false;
}

function costOfWholeSchema(schema: GraphQLSchema): number {
  const operation = getOperationAST(wholeSchemaQuery);
  return operation ? weightOf({ schema, document: wholeSchemaQuery, operation, variables: {} }).introspection : 0;
}

/** Returns a hash by which an answer is stored. */
const keyOf = ({ source, operationName, request }: ValidatedRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([source, operationName, request.variables ?? {}]))
    .digest("base64");

function introspect({ schema, document, operationName, request }: ValidatedRequest): string {
  const result = executeSync({ schema, document, operationName, variableValues: request.variables ?? {} });
  return `${JSON.stringify(result)}\n`;
}
