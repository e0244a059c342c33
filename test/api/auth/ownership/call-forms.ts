import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type OperationTypeNode,
} from "graphql";
import { buildSurface } from "../../../../src/schema.js";
import qs from "qs";
import { type Actor, guest, UserType } from "../../../../src/api/auth/actor.js";
import { publicName } from "../../../../src/api/graphql/schema/spellings.js";
import { bulkSegments } from "../../../../src/api/http/address.js";
import type { Route } from "../../../../src/api/contract/routes/operations.js";
import { eventually } from "../../../support/bulk.js";
import type { Attempt } from "./attempts.js";
import type { Given } from "./places.js";
import type { Stage } from "./fixtures.js";

/** A caller that makes attempts. */
export interface Caller {
  readonly name: string;
  readonly actor: Actor;
  readonly headers: Readonly<Record<string, string>>;
}

/** The sent request and its answer, as text. */
export interface Exchange {
  readonly asked: string;
  readonly status: number;
  readonly answered: string;
}

const json = { "Content-Type": "application/json" };

/** Returns callers without a resource: the thief, and the same person without a token. */
export const callersOf = ({ thief }: Stage): readonly Caller[] => [
  {
    name: "a customer",
    actor: { ...guest, type: UserType.customer, id: thief.id },
    headers: { ...thief.headers, Authorization: `Bearer ${thief.client.token ?? ""}` },
  },
  { name: "a guest", actor: guest, headers: { "X-Requested-With": "XMLHttpRequest" } },
];

/** Sends attempts over all transports. */
export class CallForms {
  constructor(
    private readonly stage: Stage,
    private readonly route: Route,
    private readonly caller: Caller,
  ) {}

  rest({ sent, query, path }: Attempt): Promise<Exchange> {
    const { method, segments } = this.route;
    const isRead = method === "GET";
    const place = segments.map((segment) => (segment.startsWith(":") ? this.inPath(path, segment) : segment)).join("/");
    const search = qs.stringify(withoutEmpty(isRead ? { ...sent, ...query } : query));
    return this.send(method, `/rest/default/${place}?${search}`, isRead ? undefined : sent);
  }

  async({ sent, path }: Attempt): Promise<Exchange> {
    const { method, segments } = this.route;
    const place = segments.map((segment) => (segment.startsWith(":") ? this.inPath(path, segment) : segment)).join("/");
    return this.send(method, `/rest/default/async/${place}`, sent);
  }

  bulk(attempts: readonly Attempt[]): Promise<Exchange> {
    const { method, segments } = this.route;
    return this.send(method, `/rest/default/async/bulk/${bulkSegments(segments).join("/")}`, elementsOf(attempts));
  }

  named(attempts: readonly Attempt[]): Promise<Exchange> {
    const operation = this.route.operation.name;
    return this.send("POST", "/rest/default/V1/bulk", { operation, elements: elementsOf(attempts) });
  }

  /** Sends several aliased calls of the operation in one document. */
  graphql(calls: Readonly<Record<string, Given>>): Promise<Exchange> {
    const { name, kind } = this.route.operation;
    const field = graph.getRootType(kind as OperationTypeNode)?.getFields()[name];
    if (!field) throw new Error(`${name} is not in the schema of GraphQL`);
    const variables: Record<string, unknown> = {};
    const declared: string[] = [];
    const fields = Object.entries(calls).map(([alias, given]) => {
      const args = Object.fromEntries(Object.entries(given).map(([own, value]) => [publicName(own), value]));
      const passed = field.args.filter((arg) => arg.name in args || isRequiredArgument(arg));
      for (const arg of passed) {
        declared.push(`$${alias}_${arg.name}: ${String(arg.type)}`);
        variables[`${alias}_${arg.name}`] = asSent(arg.type, args[arg.name]);
      }
      const list = passed.map((arg) => `${arg.name}: $${alias}_${arg.name}`).join(", ");
      return `${alias}: ${name} ${list && `(${list})`} ${selectionOf(field.type)}`;
    });
    const query = `${kind} ${declared.length > 0 ? `(${declared.join(", ")})` : ""} { ${fields.join(" ")} }`;
    return this.send("POST", "/graphql", { query, variables }).then((exchange) => {
      if (exchange.answered.includes("QUERY_TOO_")) throw new Error(`${name} attacks nothing: ${exchange.answered}`);
      return exchange;
    });
  }

  private inPath(path: Attempt["path"], segment: string): string {
    return encodeURIComponent(path[segment.slice(1)] ?? "");
  }

  private async send(method: string, address: string, body: unknown): Promise<Exchange> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(this.stage.app.url + address, {
      method,
      headers: { ...json, ...this.caller.headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const asked = decodeURIComponent(address) + (text ?? "");
    return { asked, status: response.status, answered: await response.text() };
  }
}

/** A query selects at least one field of an object, so empty objects are left out. */
const withoutEmpty = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value) === "{}" ? "" : value]));

const elementsOf = (attempts: readonly Attempt[]) => attempts.map(({ sent, path }) => ({ ...path, ...sent }));

const graph = buildSurface().graph();

/**
 * Returns an argument as GraphQL takes it: values of closed sets by their names, without read-only fields. What fits no set stays
 * as it is.
 */
function asSent(type: GraphQLInputType, value: unknown): unknown {
  const bare = getNullableType(type);
  if (isListType(bare) && Array.isArray(value)) return value.map((item) => asSent(bare.ofType, item));
  if (isEnumType(bare)) return bare.getValues().find((known) => known.value === value)?.name ?? value;
  if (!isInputObjectType(bare) || typeof value !== "object" || value === null) return value;
  const fields = bare.getFields();
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (fields[name] ? [[name, asSent(fields[name].type, inner)]] : [])),
  );
}

/**
 * Returns a selection of all fields of a type, some levels deep, with the edges that only GraphQL has: of the records that
 * these lead to, the fields without fields.
 */
function selectionOf(type: GraphQLOutputType, depth = 0, isBehindEdge = false): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).filter(
    ({ type: inner, extensions, args }) =>
      !args.some(isRequiredArgument) &&
      (!isObjectType(getNamedType(inner)) ||
        (!isBehindEdge &&
          (depth < 4 || (depth < 5 && extensions["edge"] !== undefined)) &&
          !/Edge$/.test(getNamedType(inner).name))),
  );
  const inner = fields.map((field) => {
    const isEdge = field.extensions["edge"] !== undefined;
    return `${field.name} ${selectionOf(field.type, depth + 1, isEdge)}`;
  });
  return `{ ${["__typename", ...inner].join(" ")} }`;
}

/** Returns the outcome of the accepted operations, once none is open: the sent arguments and the result of each. */
export async function outcomesOf({ app: { db } }: Stage, accepted: readonly Exchange[]): Promise<Exchange[]> {
  const uuids = accepted.map(({ answered }) => (JSON.parse(answered) as { bulk_uuid: string }).bulk_uuid);
  const open = `select count(*)::int as n from bulk_operation where status = 4`;
  // There are hundreds of them, and other tests run at the same time.
  await eventually(async () => (await db.query<{ n: number }>(open))[0]?.n, 300).toBe(0);
  const rows = await db.query<{ payload: string; result: string | null; message: string | null }>(
    `select payload, result, result_message as message from bulk_operation where bulk_uuid = any($1::uuid[])`,
    [uuids],
  );
  return rows.map(({ payload, result, message }) => {
    const isUnforeseen = message?.startsWith("Internal Error") === true;
    return { asked: payload, status: isUnforeseen ? 500 : 200, answered: `${result ?? ""} ${message ?? ""}` };
  });
}
