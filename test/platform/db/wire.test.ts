import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmbeddedEngine, type EmbeddedDatabase } from "../../../src/platform/db/embedded/engine.js";
import { WireBridge, type WireEngine } from "../../../src/platform/db/wire/wire.js";
import { InProcessStream } from "../../../src/platform/db/wire/wire-stream.js";

let embedded: EmbeddedDatabase;

beforeAll(async () => {
  embedded = await EmbeddedEngine.inMemory({}, { idleInTransaction: 100 });
  await embedded.engine.exec("create table note (text text)");
});

afterAll(() => embedded.close());

describe("Connections to the embedded engine", () => {
  test("receive their own results, however many queries are sent at the same time", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect()));
    const wrong = await Promise.all(clients.map((client, number) => wrongAnswers(client, number)));
    expect(wrong.flat()).toEqual([]);
    await Promise.all(clients.map((client) => client.end()));
  });

  test("wait for the transaction of another connection", async () => {
    const [writer, reader] = [await connect(), await connect()];
    await writer.query("begin");
    await writer.query("insert into note values ('waited for')");
    const seen = reader.query("select 1 from note where text = 'waited for'");
    await writer.query("select $1::int", [1]);
    await writer.query("commit");
    expect((await seen).rowCount).toBe(1);
    await Promise.all([writer.end(), reader.end()]);
  });

  test("lose uncommitted writes when they end in a transaction", async () => {
    const [writer, reader] = [await connect(), await connect()];
    await writer.query("begin");
    await writer.query("insert into note values ('never')");
    await writer.end();
    expect((await reader.query("select 1 from note where text = 'never'")).rowCount).toBe(0);
    await reader.end();
  });

  test("lose uncommitted writes when they are cut", async () => {
    const [writer, reader] = [await connect(), await connect()];
    await writer.query("begin");
    await writer.query("insert into note values ('broken')");
    writer.connection.stream.destroy();
    expect((await reader.query("select 1 from note where text = 'broken'")).rowCount).toBe(0);
    await reader.end();
  });

  test("pass values of several megabytes both ways", async () => {
    const client = await connect();
    const text = "äbcdefgh".repeat(600_000);
    const { rows } = await client.query<{ text: string }>("select $1::text as text", [text]);
    expect(rows[0]?.text === text).toBe(true);
    await client.end();
  });

  test("continue after a failed statement, outside and inside a transaction", async () => {
    const client = await connect();
    await expect(client.query("select $1::int / 0", [1])).rejects.toMatchObject({ code: "22012" });
    expect((await client.query("select 1")).rowCount).toBe(1);
    await client.query("begin");
    await expect(client.query("select no_such_column")).rejects.toMatchObject({ code: "42703" });
    await expect(client.query("select 1")).rejects.toMatchObject({ code: "25P02" });
    await client.query("rollback");
    expect((await client.query("select 1")).rowCount).toBe(1);
    await client.end();
  });

  test("cannot block others by being idle in a transaction", async () => {
    const [idle, other] = [await connect(), await connect()];
    const told = new Promise<Error & { code?: string }>((resolve) => idle.once("error", resolve));
    await idle.query("begin");
    await idle.query("insert into note values ('idle')");
    expect((await other.query("select 1 from note where text = 'idle'")).rowCount).toBe(0);
    expect(await told).toMatchObject({ code: "25P03" });
    await other.end();
  });
});

describe("An engine that throws", () => {
  test("closes the connection of the failed query and serves the next one", async () => {
    const bridge = new WireBridge(throwingOnce(), { serverVersion: "0" });
    const unlucky = await connect(bridge);
    await expect(unlucky.query("select 1")).rejects.toThrow("out of memory");
    const next = await connect(bridge);
    expect((await next.query("select 1")).rowCount).toBe(1);
    await next.end();
  });
});

type TestClient = pg.Client & { readonly connection: { readonly stream: InProcessStream } };

async function connect(bridge = embedded.bridge): Promise<TestClient> {
  const client = new pg.Client({ stream: () => new InProcessStream(bridge), user: "postgres", ssl: false });
  // A connection that breaks says so in the statement that was asked for.
  client.on("error", () => undefined);
  await client.connect();
  return client as TestClient;
}

/** Asks ten questions whose answers only this client should get. */
async function wrongAnswers(client: pg.Client, number: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const asked = `${number}/${round}`;
    const { rows } = await client.query<{ answer: string }>("select $1::text as answer", [asked]);
    if (rows[0]?.answer !== asked) wrong.push(asked);
  }
  return wrong;
}

function throwingOnce(): WireEngine {
  const engine = EmbeddedEngine.of(embedded.engine);
  let thrown = false;
  return {
    run: (unit) => {
      if (thrown) return engine.run(unit);
      thrown = true;
      return Promise.reject(new Error("out of memory"));
    },
  };
}
