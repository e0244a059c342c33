import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "../../src/api/auth/tokens/tokens.sql.js";
import type { Operation, Route } from "../../src/api/contract/routes/operations.js";
import { buildSurface } from "../../src/schema.js";
import {
  byPermission,
  type Caller,
  forEachMissingResource,
  fingerprint,
  unauthorizedAnswer,
  unauthorizedMessage,
  send,
  setStage,
  type Stage,
} from "./callers.js";

const operations = [...new Set(byPermission.map(({ operation }) => operation))];
const named = operations.map((operation) => [operation.name, operation] as const);
let stage: Stage;
let before: readonly string[];

beforeAll(async () => {
  stage = await setStage();
  await forEachMissingResource(stage, [], () => Promise.resolve([]));
  before = await fingerprint(stage.app);
});
afterAll(() => stage.app[Symbol.asyncDispose]());

/** Returns a minimal value of a type. Its ids and codes exist nowhere. */
function sample(type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [];
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, sample(field.type)]));
  }
  const plain: Readonly<Record<string, unknown>> = {
    Int: 2_000_000_001,
    Float: 1,
    Boolean: true,
    Json: {},
    Money: "1",
    Decimal: "1",
  };
  return plain[bare.name] ?? "nowhere";
}

const graph = buildSurface().graph();

/** Returns a document that calls the operation, with its variables. */
function documentOf({ name, kind }: Operation): string {
  const field = graph.getRootType(kind as OperationTypeNode)?.getFields()[name];
  if (!field) throw new Error(`${name} is not in the schema of GraphQL`);
  const args = field.args.filter(isRequiredArgument);
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const leaf = isLeafType(getNamedType(field.type)) ? "" : "{ __typename }";
  const query = `${kind} ${declared && `(${declared})`} { ${name} ${passed && `(${passed})`} ${leaf} }`;
  return JSON.stringify({ query, variables: Object.fromEntries(args.map((arg) => [arg.name, sample(arg.type)])) });
}

/** Returns the messages of the errors in a GraphQL answer. */
async function messagesOf(operation: Operation, { token }: Caller): Promise<string[]> {
  const init = { method: "POST", body: documentOf(operation) };
  const { body } = await send(`${stage.app.url}/graphql`, init, token);
  return (body?.errors ?? []).map(({ message }) => message);
}

async function faultOfGraphql(operation: Operation, caller: Caller): Promise<string[]> {
  const messages = await messagesOf(operation, caller);
  const [route] = operation.routes;
  if (route && JSON.stringify(messages) === JSON.stringify([unauthorizedMessage(route)])) return [];
  return [`${operation.name} (GraphQL): ${caller.name} is not refused: ${JSON.stringify(messages)}`];
}

/** Returns the faults of a bulk of the mutation, which must require the mutation's permission. */
async function faultOfBulk({ operation, permission }: Route, caller: Caller): Promise<string[]> {
  const init = { method: "POST", body: JSON.stringify({ operation: operation.name, elements: [{}] }) };
  const answer = await send(`${stage.app.url}/rest/default/V1/bulk`, init, caller.token);
  if (JSON.stringify(answer) === JSON.stringify(unauthorizedAnswer(permission))) return [];
  return [`${operation.name} (POST /V1/bulk): ${caller.name} is not refused: ${JSON.stringify(answer)}`];
}

describe("callers whom no route of the operation admits", () => {
  it.each(named)("are rejected by GraphQL and bulks of mutations: %s", async (_, operation) => {
    const { routes } = operation;
    const refused = stage.callers.filter(({ mayPass }) => !routes.some(({ permission }) => mayPass(permission)));
    const queued = routes.filter(({ queueable }) => queueable).slice(0, 1);
    const permissions = routes.map(({ permission }) => permission);
    const faults = await forEachMissingResource(stage, permissions, async () => {
      const asked = refused.flatMap((caller) => [
        faultOfGraphql(operation, caller),
        ...queued.map((route) => faultOfBulk(route, caller)),
      ]);
      return (await Promise.all(asked)).flat();
    });
    expect(faults).toEqual([]);
  });

  it("change no row of any table", async () => {
    expect(await fingerprint(stage.app)).toEqual(before);
  });
});

// Mutations can run here and revoke the caller's token, so these callers are different from those above.
describe("callers whom a route of the operation admits", () => {
  it.each(named)("are admitted by GraphQL: %s", async (_, operation) => {
    const isOwn = operation.routes.every(({ permission }) => permission.includes("self"));
    const { app, owner } = stage;
    const token = isOwn ? (await app.asCustomer("one@example.com")).token : await issueToken(app.db, owner, 1);
    const messages = await messagesOf(operation, { name: "", token, mayPass: () => true });
    const unauthorized = messages.filter((message) => message.startsWith("The consumer isn't authorized"));
    expect(unauthorized).toEqual([]);
  });
});
