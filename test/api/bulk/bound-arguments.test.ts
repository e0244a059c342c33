import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { buildSchemaSync } from "type-graphql";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { guest } from "../../../src/api/auth/actor.js";
import { acceptCall } from "../../../src/api/bulk/accept/accept.js";
import { claimDue } from "../../../src/api/bulk/queue/turns.sql.js";
import { runBatch } from "../../../src/api/bulk/run/batch.js";
import { OperationRunner } from "../../../src/api/bulk/run/operation-runner.js";
import { type Context, createContext } from "../../../src/api/call/context.js";
import { noSuchEntity } from "../../../src/api/call/errors.js";
import { routeFieldsThroughInvoke, invoke } from "../../../src/api/call/invoke.js";
import { readConfig } from "../../../src/config.js";
import { lookup, type LookupRequest } from "../../../src/api/contract/bind.js";
import type { Route } from "../../../src/api/contract/routes/operations.js";
import { Contract, Rest } from "../../../src/api/contract/rest.js";
import type { Database, Db } from "../../../src/platform/db/database.js";
import { createServices, type Services } from "../../../src/services.js";
import { newPerson } from "../../commerce/customer/support.js";
import { startApp } from "../../support/app.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";

/** Finds the shelves that masks stand for. */
async function unmaskShelves(db: Db, requests: readonly LookupRequest[]): Promise<(number | Error)[]> {
  const found = await db.query<{ mask: string; id: number }>(
    "select mask, id from shelf where mask = any($1::text[])",
    [requests.map(({ given = "" }) => given)],
  );
  const ids = new Map(found.map(({ mask, id }) => [mask, id]));
  return requests.map(({ given = "" }) => ids.get(given) ?? noSuchEntity("shelfId", given));
}

const unmasked = lookup({ load: unmaskShelves, orderingKey: ({ given }) => given });
const unordered = lookup({ load: unmaskShelves });

@Contract("Warehouse", "ShelfRepository", { aggregate: "shelf" })
@Resolver()
class ShelfRepository {
  @Rest("GET /V1/masked-shelves/:shelfId", "anonymous", { bind: { shelfId: unmasked } })
  @Query(() => Int, { name: "boxes", description: "Counts the boxes on a shelf." })
  async count(@Arg("shelfId", () => Int) shelfId: number, @Ctx() { db }: Context): Promise<number> {
    const [shelf] = await db.query<{ boxes: number }>("select boxes from shelf where id = $1", [shelfId]);
    return shelf?.boxes ?? 0;
  }

  @Rest("POST /V1/shelves", "anonymous")
  @Mutation(() => Boolean, { name: "createShelf", description: "Creates a shelf that is known by a mask." })
  async create(@Arg("mask", () => String) mask: string, @Ctx() { db }: Context): Promise<boolean> {
    return (await db.execute("insert into shelf (mask) values ($1)", [mask])) > 0;
  }

  @Rest("POST /V1/masked-shelves/:shelfId/boxes", "anonymous", { bind: { shelfId: unmasked } })
  @Rest("POST /V1/hidden-shelves/:shelfId/boxes", "anonymous", { bind: { shelfId: unordered } })
  @Mutation(() => Int, { name: "addBoxes", description: "Puts boxes on a shelf." })
  async add(
    @Arg("shelfId", () => Int) shelfId: number,
    @Arg("boxes", () => Int) boxes: number,
    @Ctx() { db }: Context,
  ): Promise<number> {
    const rows = await db.query<{ boxes: number }>(
      "update shelf set boxes = boxes + $2::int where id = $1::int returning boxes",
      [shelfId, boxes],
    );
    return rows[0]?.boxes ?? 0;
  }
}

const statements: string[] = [];
let opened: TestDatabase;
let db: Database;
let services: Services;
let routes: readonly Route[];

beforeAll(async () => {
  opened = await openTestDatabase({ onStatement: (text) => void statements.push(text) });
  db = opened.database;
  const folder = join(tmpdir(), `portico-media-${randomUUID()}`);
  const config = readConfig({
    NODE_ENV: "test",
    PORTICO_CONSUMER: "off",
    PORTICO_MEDIA_DIR: folder,
    ...opened.settings,
  });
  services = createServices(config, db, pino({ level: "silent" }));
  const schema = buildSchemaSync({ resolvers: [ShelfRepository], validate: false });
  routes = routeFieldsThroughInvoke(schema).flatMap((operation) => operation.routes);
  await db.execute("create table shelf (id serial primary key, mask text unique, boxes int not null default 0)");
  await db.execute("insert into shelf (mask) select 'mask-' || n from generate_series(1, 10000) n");
});
afterAll(async () => {
  await services.bulk.stop();
  await opened[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await db.execute("truncate bulk, bulk_operation, bulk_queue, bulk_queue_key, bulk_caller");
  await db.execute("update shelf set boxes = 0 where boxes > 0");
});

const routeOf = (line: string): Route => {
  const found = routes.find((route) => route.line === line);
  if (!found) throw new Error(`no route ${line}`);
  return found;
};

async function context(): Promise<Context> {
  const { db: opened, log, scopeOf } = services.kernel;
  const scope = await scopeOf(undefined);
  if (!scope) throw new Error("no default scope");
  return createContext({ actor: guest, scope, requestId: "test" }, { db: opened, log });
}

const bodies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ shelfId: `mask-${at + 1}`, boxes: at + 1 }));

async function acceptBulk(line: string, body: readonly object[]): Promise<string[]> {
  const ctx = await context();
  const from = statements.length;
  await acceptCall(
    { mode: "bulk", route: routeOf(line), path: {}, body, headers: {}, ctx },
    { ...services.kernel, relatedKeys: {}, announce: () => undefined },
  );
  return statements.slice(from);
}

const masked = "POST /V1/masked-shelves/:shelfId/boxes";
const hidden = "POST /V1/hidden-shelves/:shelfId/boxes";
const queuedKeys = () => db.query<{ key: string }>("select ordering_key as key from bulk_queue order by seq");

it("does no look-ups when it accepts a bulk, however many elements have a bound argument", async () => {
  const few = await acceptBulk(masked, bodies(10));
  expect(few).toHaveLength(1);
  expect(await acceptBulk(masked, bodies(10_000))).toEqual(few);
  expect((await queuedKeys()).slice(0, 2)).toEqual([{ key: "shelf:mask-1" }, { key: "shelf:mask-2" }]);
});

it("runs an operation whose ordering key needs a look-up after all earlier operations of the aggregate", async () => {
  await acceptBulk(hidden, bodies(1));
  expect(await queuedKeys()).toEqual([{ key: "shelf:*" }]);
});

it("uses one statement to look up the arguments of operations that run together", async () => {
  await acceptBulk(masked, bodies(20));
  const runner = new OperationRunner({ kernel: services.kernel, routes });
  const from = statements.length;
  await runBatch(db, runner, { claim: (tx) => claimDue(tx, 100) });
  expect(statements.slice(from).filter((text) => text.startsWith("select mask"))).toHaveLength(1);
  expect(await db.query("select id, boxes from shelf where boxes > 0 order by id")).toEqual(
    Array.from({ length: 20 }, (_, at) => ({ id: at + 1, boxes: at + 1 })),
  );
});

it("looks an argument up in the transaction of the operation, after the operations that it waits for", async () => {
  const mask = randomUUID();
  await acceptBulk("POST /V1/shelves", [{ mask }]);
  await acceptBulk(masked, [{ shelfId: mask, boxes: 5 }]);
  const runner = new OperationRunner({ kernel: services.kernel, routes });
  expect((await runBatch(db, runner, { claim: (tx) => claimDue(tx, 100) })).ended).toHaveLength(2);
  expect(await db.query("select boxes from shelf where mask = $1", [mask])).toEqual([{ boxes: 5 }]);
});

it("fails only the operation whose argument cannot be found", async () => {
  await acceptBulk(masked, [
    { shelfId: "mask-1", boxes: 1 },
    { shelfId: "lost", boxes: 1 },
    { shelfId: "mask-2", boxes: 1 },
  ]);
  const runner = new OperationRunner({ kernel: services.kernel, routes });
  await runBatch(db, runner, { claim: (tx) => claimDue(tx, 100) });
  const ended = await db.query("select status, result_message as message from bulk_operation order by id");
  expect(ended).toMatchObject([
    { status: 1 },
    { status: 3, message: "No such entity with shelfId = lost" },
    { status: 1 },
  ]);
});

it("passes the looked-up argument to a read, and ignores a value for it in the query", async () => {
  await db.execute("update shelf set boxes = 7 where id = 3");
  const route = routeOf("GET /V1/masked-shelves/:shelfId");
  const args = route.read({ body: {}, query: { shelfId: "4" }, path: { shelfId: "mask-3" } });
  const ctx = await context();
  expect(await invoke(services.kernel, { args, ctx, route })).toBe(7);
});

it("rejects an element without the parameter that the look-up needs", async () => {
  await expect(acceptBulk(masked, [{ boxes: 1 }])).rejects.toThrow("shelfId");
});

it("accepts a customer's bulk, and a bulk that cancels bulks, with as many statements for 1,000 elements as for 2", async () => {
  await using app = await startApp();
  const { self } = await newPerson(app);
  const own = (count: number) => () =>
    self.put(
      "/async/bulk/V1/customers/me",
      Array.from({ length: count }, () => ({ customer: { firstname: "Ada" } })),
    );
  const few = await app.statementsOf(own(2));
  expect(await app.statementsOf(own(1000))).toEqual(few);
  const { bulk_uuid: bulkUuid } = (await own(1)()).body;
  const cancel = (count: number) => async () => {
    const elements = Array.from({ length: count }, () => ({ bulkUuid }));
    expect((await self.delete("/async/bulk/V1/bulk/byBulkUuid", elements)).status).toBe(202);
  };
  const cancelFew = await app.statementsOf(cancel(2));
  expect(await app.statementsOf(cancel(1000))).toEqual(cancelFew);
  const others = [{ bulkUuid }, { bulkUuid: randomUUID() }];
  const refused = await self.delete("/async/bulk/V1/bulk/byBulkUuid", others);
  expect(refused).toMatchObject({ status: 401, body: { parameters: { key: 1 } } });
});
