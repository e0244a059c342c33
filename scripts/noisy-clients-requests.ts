import { connect, type Socket } from "node:net";
import type pg from "pg";

/** The service under load, and the data that noisy clients need. */
export interface LoadTarget {
  readonly url: string;
  readonly skus: readonly string[];
  readonly database: pg.Client;
  /** Headers of the caller whose reads are measured. */
  readonly reader: Readonly<Record<string, string>>;
  /** Headers of the noisy client as an administrator. */
  readonly admin: Readonly<Record<string, string>>;
}

/** A request of a noisy client. */
export interface NoisyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client that uses as much of the service as possible. */
export interface NoisyClient {
  readonly name: string;
  /** Number of concurrent requests. */
  readonly atOnce: number;
  readonly next: (target: LoadTarget) => NoisyRequest | Promise<NoisyRequest>;
  /** Prepares the client. Returns a function that cleans up afterwards. */
  readonly begin?: (target: LoadTarget) => Promise<() => Promise<void>>;
}

const json = { "Content-Type": "application/json" };
const post = (path: string, body: string, headers: Readonly<Record<string, string>> = json): NoisyRequest => ({
  method: "POST",
  path,
  headers,
  body,
});
const graphql = (query: string) => post("/graphql", JSON.stringify({ query }));
const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Each of 24 fragments spreads the next one twice. */
const fragments = `query { ...f0 } ${times(24, (at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`).join(" ")}
  fragment f24 on Query { __typename }`;
const aliased = (count: number, field: string) => `{ ${times(count, (at) => `a${at}: ${field}`).join(" ")} }`;
const batchOf = (query: string) => post("/graphql", JSON.stringify(times(10, () => ({ query }))));
const wholeTypes = "__schema { types { name fields { name args { name } type { name ofType { name } } } } }";
let schemasRead = 0;
const manyFields = `{ ${"a ".repeat(4 << 20)} }`;
const xml = `<a>${"<a/>".repeat(4 << 20)}</a>`;
const largeList = JSON.stringify(times(400_000, (at) => ({ sku: `sku-${at}` })));
const deepJson = `{"customer":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
const words = times(600, (at) => `word${at}`).join("+");
const searchFor = `/rest/V1/search?searchCriteria[requestName]=quick_search_container&searchCriteria[filterGroups][0][filters][0][field]=search_term&searchCriteria[filterGroups][0][filters][0][value]=${words}`;
const account = (at: number) => ({ customer: { email: `noisy${at}@example.com`, firstname: "A", lastname: "Noisy" } });
const accounts = JSON.stringify(times(2000, account));

const price = (at: number, { skus }: LoadTarget) => ({
  sku: skus[at % skus.length],
  product: { price: (at + 1) / 100 },
});
let bulk: string | undefined;
const prices = (target: LoadTarget) => (bulk ??= JSON.stringify(times(10_000, (at) => price(at, target))));

/** An option of a product with as many values as a body may have. */
const largeOption = JSON.stringify({
  product: {
    options: [
      {
        title: "Large",
        type: "drop_down",
        values: times(9_500, (at) => ({ title: `Value ${at}`, price: 1, price_type: "fixed", sort_order: at })),
      },
    ],
  },
});
const wideObject = JSON.stringify({ product: Object.fromEntries(times(900_000, (at) => [`key${at}`, 1])) });

/** Locks the table of products until the client has ended. */
async function lockProducts({ database }: LoadTarget): Promise<() => Promise<void>> {
  await database.query("begin");
  await database.query("lock table product in access exclusive mode");
  return async () => void (await database.query("rollback"));
}

/** Opens connections that send half of a body and then wait. */
async function sendHalfBodies({ url }: LoadTarget): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(url);
  const head =
    "POST /rest/V1/customers HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n";
  const sockets = times(80, () => connect(Number(port), hostname));
  for (const socket of sockets) {
    socket.on("error", () => undefined);
    socket.write(head + "x".repeat(250_000));
  }
  return async () => sockets.forEach((socket) => socket.destroy());
}

/** Opens connections that send requests for long answers without reading them, and opens each again when it is cut. */
async function sendUnread({ url }: LoadTarget): Promise<() => Promise<void>> {
  const { hostname, port } = new URL(url);
  const requests = "GET /rest/all/schema HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1300);
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    const socket = connect(Number(port), hostname).pause();
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 20);
    });
    socket.write(requests);
  };
  for (let count = 0; count < 8; count += 1) open();
  return async () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
}

/** Shapes of requests that each once blocked the service for others. The first one sends nothing. */
export const noisyClients: readonly NoisyClient[] = [
  { name: "nobody", atOnce: 0, next: () => ({ method: "GET", path: "/health/live" }) },
  { name: "fragments", atOnce: 8, next: () => graphql(fragments) },
  { name: "repeated-introspection", atOnce: 8, next: () => batchOf(aliased(100, wholeTypes)) },
  { name: "new-introspection", atOnce: 8, next: () => graphql(`{ a${(schemasRead += 1)}: ${wholeTypes} }`) },
  {
    name: "repeated-lists",
    atOnce: 8,
    next: () => batchOf(aliased(39, "countries { id available_regions { id code name } }")),
  },
  { name: "large-graphql", atOnce: 4, next: () => graphql(manyFields) },
  {
    name: "xml",
    atOnce: 4,
    next: () => post("/rest/V1/customers/isEmailAvailable", xml, { "Content-Type": "application/xml" }),
  },
  {
    name: "bulks",
    atOnce: 60,
    next: (target) => ({
      method: "PUT",
      path: "/rest/async/bulk/V1/products/bySku",
      headers: { ...json, ...target.admin },
      body: prices(target),
    }),
  },
  {
    name: "unlimited-lists",
    atOnce: 8,
    next: ({ admin }) => ({ method: "GET", path: "/rest/V1/products?searchCriteria", headers: admin }),
  },
  {
    name: "xml-lists",
    atOnce: 8,
    next: ({ admin }) => ({
      method: "GET",
      path: "/rest/V1/products?searchCriteria",
      headers: { ...admin, Accept: "application/xml" },
    }),
  },
  {
    name: "large-lists",
    atOnce: 4,
    next: ({ admin }) => post("/rest/async/bulk/V1/products", largeList, { ...json, ...admin }),
  },
  {
    name: "large-objects",
    atOnce: 4,
    next: ({ admin, skus: [sku] }) => ({
      method: "PUT",
      path: `/rest/V1/products/${sku}`,
      headers: { ...json, ...admin },
      body: largeOption,
    }),
  },
  {
    name: "wide-objects",
    atOnce: 4,
    next: ({ admin }) => post("/rest/V1/products", wideObject, { ...json, ...admin }),
  },
  { name: "long-searches", atOnce: 16, next: () => ({ method: "GET", path: searchFor }) },
  {
    name: "locked-table",
    atOnce: 30,
    begin: lockProducts,
    next: ({ admin }) => ({ method: "GET", path: "/rest/V1/products?searchCriteria[pageSize]=5", headers: admin }),
  },
  {
    name: "half-sent-bodies",
    atOnce: 4,
    begin: sendHalfBodies,
    next: () => post("/rest/V1/customers/isEmailAvailable", JSON.stringify({ customerEmail: "noisy@example.com" })),
  },
  {
    name: "unread-answers",
    atOnce: 1,
    begin: sendUnread,
    next: () => ({ method: "GET", path: "/rest/all/schema" }),
  },
  {
    name: "sign-ins",
    atOnce: 200,
    next: () => post("/rest/V1/integration/admin/token", JSON.stringify({ username: "nobody", password: "wrong-1" })),
  },
  { name: "deep-json", atOnce: 8, next: () => post("/rest/V1/customers", deepJson) },
  {
    name: "deep-fields",
    atOnce: 16,
    next: ({ admin }) => ({
      method: "GET",
      path: `/rest/V1/store/storeViews?fields=${"a[".repeat(5000)}`,
      headers: admin,
    }),
  },
  { name: "guest-bulks", atOnce: 8, next: () => post("/rest/async/bulk/V1/customers", accounts) },
];
