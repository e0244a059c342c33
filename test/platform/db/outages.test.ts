import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { couldNotSave } from "../../../src/api/call/errors.js";
import { toWebapiError } from "../../../src/api/call/failure.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Db } from "../../../src/platform/db/database.js";
import { eventually } from "../../support/bulk.js";
import type { Reply } from "../../support/client.js";
import { type ProxiedDatabase, proxiedDatabase } from "../../support/proxied.js";
import { postgresUrl } from "../../support/postgres.js";

/** An application whose database can be taken away. */
async function startProxied(settings: NodeJS.ProcessEnv = {}): Promise<TestApp & ProxiedDatabase> {
  const proxied = await proxiedDatabase(settings);
  const app = await startApp({}, proxied.open);
  onTestFinished(async () => {
    proxied.proxy.open();
    await app[Symbol.asyncDispose]();
    await proxied[Symbol.asyncDispose]();
  });
  return { ...app, ...proxied };
}

function expectTemporary({ status, headers, body }: Reply): void {
  expect(body).toEqual({
    message: "The service is temporarily unavailable. Try again in %seconds seconds.",
    parameters: { seconds: 5 },
  });
  expect(status).toBe(503);
  expect(headers.get("Retry-After")).toBe("5");
}

function expectTemporaryGraphql({ status, headers, body }: Reply): void {
  expect(body).toMatchObject({ errors: [{ extensions: { code: "SERVICE_UNAVAILABLE", parameters: { seconds: 5 } } }] });
  expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
}

const product = { sku: "a", name: "A", attribute_set_id: 4, price: 1 };

describe.skipIf((await postgresUrl()) === undefined)("While PostgreSQL is unavailable", () => {
  test("reads, writes, accepting and events answer 503 with Retry-After", async () => {
    const app = await startProxied();
    const admin = await app.asAdmin();
    const accepted = await admin.post("/async/V1/products", { product });
    app.proxy.close();
    expectTemporary(await admin.get("/V1/store/storeViews"));
    expectTemporary(await admin.post("/V1/products", { product }));
    expectTemporary(await admin.post("/async/V1/products", { product }));
    expectTemporary(await admin.post("/async/bulk/V1/products", [{ product }]));
    expectTemporary(await admin.get(`/V1/bulk/${accepted.body.bulk_uuid}/events`));
    expectTemporary(await app.asGuest().request("/media/catalog/product/a/b/image.png"));
    app.proxy.open();
    expect((await admin.get("/V1/store/storeViews")).status).toBe(200);
  });

  test("GraphQL answers 503 with Retry-After, whether the caller is unknown yet or a field is being resolved", async () => {
    const app = await startProxied();
    const admin = await app.asAdmin();
    const read = () => admin.graphql("{ storeViews { code } }");
    app.when('"public"."store"', () => app.proxy.close());
    expectTemporaryGraphql(await read());
    expectTemporaryGraphql(await read());
    app.proxy.open();
    expect((await read()).body.errors).toBeUndefined();
  });

  test("the log has one line a second for all calls", async () => {
    const app = await startProxied();
    const admin = await app.asAdmin();
    app.proxy.close();
    const started = performance.now();
    const lines = () => app.logs.filter(({ level, failures }) => level === 40 && failures !== undefined);
    let calls = 0;
    while (lines().length === 0 || calls < 100) {
      await Promise.all(Array.from({ length: 20 }, () => admin.get("/V1/store/storeViews")));
      calls += 20;
    }
    const seconds = (performance.now() - started) / 1000;
    expect(lines().length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect(lines()[0]).toMatchObject({ code: expect.any(String), reason: expect.any(String) });
    expect(app.logs.filter((line) => "err" in line)).toEqual([]);
  });
});

describe.skipIf((await postgresUrl()) === undefined)("When connections to PostgreSQL are cut", () => {
  test("a read is run once more", async () => {
    const app = await startProxied();
    const admin = await app.asAdmin();
    for (const text of ["from access_token", '"public"."store"']) {
      app.when(text, () => app.proxy.cut());
      const statements = await app.statementsOf(async () => {
        expect((await admin.get("/V1/store/storeViews")).status).toBe(200);
      });
      expect(statements.filter((statement) => statement.includes(text))).toHaveLength(2);
    }
  });

  test("a write is not run again, and answers 503", async () => {
    const app = await startProxied();
    const admin = await app.asAdmin();
    const text = '"public"."tax_class"';
    const taxClass = { class_name: "New", class_type: "PRODUCT" };
    app.when(`INSERT INTO ${text}`, () => app.proxy.cut());
    const statements = await app.statementsOf(async () =>
      expectTemporary(await admin.post("/V1/taxClasses", { taxClass })),
    );
    expect(statements.filter((statement) => statement.startsWith(`INSERT INTO ${text}`))).toHaveLength(1);
    expect((await admin.post("/V1/taxClasses", { taxClass })).status).toBe(200);
  });
});

describe.skipIf((await postgresUrl()) === undefined)("When the link to PostgreSQL dies silently", () => {
  const limits = {
    PORTICO_DATABASE_STATEMENT_SECONDS: "1",
    PORTICO_DATABASE_IDLE_SECONDS: "1",
    PORTICO_DATABASE_CONNECT_SECONDS: "1",
  };

  test("calls answer 503 after the limit of a statement, and work again when the link is back", async () => {
    const app = await startProxied(limits);
    const admin = await app.asAdmin();
    expect((await admin.get("/V1/store/storeViews")).status).toBe(200);
    app.proxy.blackHole();
    expectTemporary(await admin.get("/V1/store/storeViews"));
    expectTemporary(await admin.post("/V1/taxClasses", { taxClass: { class_name: "New", class_type: "PRODUCT" } }));
    app.proxy.open();
    await eventually(async () => (await admin.get("/V1/store/storeViews")).status).toBe(200);
  });

  test("the process reports that it is not ready, and is ready again when the link is back", async () => {
    const app = await startProxied();
    const ready = async () => (await app.asGuest().request("/health/ready")).status;
    expect(await ready()).toBe(200);
    app.proxy.blackHole();
    expect(await ready()).toBe(503);
    app.proxy.open();
    await eventually(ready).toBe(200);
  });
});

describe.skipIf((await postgresUrl()) === undefined)("Time limits of PostgreSQL", () => {
  test("end a call that waits for a lock, with 503", async () => {
    const app = await startProxied({ PORTICO_DATABASE_LOCK_SECONDS: "1" });
    const admin = await app.asAdmin();
    await app.direct.database.transaction(async (db) => {
      await db.execute("lock table tax_class");
      expectTemporary(await admin.get("/V1/taxClasses/3"));
    });
    expect((await admin.get("/V1/taxClasses/3")).status).toBe(200);
  });

  test("differ for calls and background work, and are off for migrations", async () => {
    const app = await startProxied({ DATABASE_URL: "", PORTICO_DATABASE_BACKGROUND_SECONDS: "77" });
    const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    const limitsOf = (db: Db) =>
      Promise.all(names.map(async (name) => (await db.one<Record<string, string>>(`show ${name}`))?.[name]));
    expect(await limitsOf(app.db.forCaller("a"))).toEqual(["30s", "10s", "30s"]);
    expect(await limitsOf(app.db.authentication)).toEqual(["30s", "10s", "30s"]);
    expect(await limitsOf(app.db)).toEqual(["77s", "77s", "77s"]);
    expect(await app.db.unlimited.transaction(limitsOf)).toEqual(["0", "0", "0"]);
    expect(await limitsOf(app.db)).toEqual(["77s", "77s", "77s"]);
  });
});

describe.skipIf((await postgresUrl()) === undefined)(
  "While one caller waits for locked rows with all its connections",
  () => {
    test("other callers and health checks are answered, and calls that wait too long for a connection get 503", async () => {
      const app = await startProxied({ PORTICO_DATABASE_POOL: "10", PORTICO_DATABASE_WAIT_SECONDS: "1" });
      const [blocked, other] = [await app.asAdmin(), await app.asAdmin()];
      const taxClass = { class_name: "Locked", class_type: "CUSTOMER" };
      const busy: Reply[] = [];
      const put = async () => {
        const reply = await blocked.put("/V1/taxClasses/3", { taxClass });
        if (reply.status !== 200) busy.push(reply);
        return reply.status;
      };
      // Of ten connections four are for background work; one each is kept for authentication and health, and two are the share of a caller.
      const [calls, share] = [12, 2];
      let statuses: Promise<number[]> | undefined;
      await app.direct.database.transaction(async (db) => {
        await db.query("select class_id from tax_class for update");
        statuses = Promise.all(Array.from({ length: calls }, put));
        await eventually(() => busy.length).toBe(calls - share);
        expect((await other.get("/V1/store/storeViews")).status).toBe(200);
        expect((await app.asGuest().get("/V1/directory/currency")).status).toBe(200);
        expect((await other.request("/health/ready")).status).toBe(200);
      });
      for (const reply of busy) expectTemporary(reply);
      expect((await statuses)?.filter((status) => status === 200)).toHaveLength(share);
    });
  },
);

describe("A temporary failure of the database", () => {
  test.for(["53100", "53200", "53300", "57014", "57P01", "57P03", "55P03", "25006", "08006", "40P01", "58030"])(
    "is answered with 503: %s",
    (code) => {
      const lines: object[] = [];
      const error = Object.assign(new Error("first line\nvalues"), { code });
      const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
      expect(toWebapiError(new Error("outer", { cause: error }), log)).toMatchObject({ status: 503 });
      expect(toWebapiError(couldNotSave("The item could not be saved.", error), log)).toMatchObject({ status: 503 });
      expect(JSON.stringify(lines)).not.toContain("values");
    },
  );

  test("is distinguished from a statement that cannot succeed", () => {
    const log = pino({ level: "silent" });
    const refused = (code: string) => toWebapiError(Object.assign(new Error("refused"), { code }), log).status;
    expect([refused("42601"), refused("23505"), refused("22003")]).toEqual([500, 500, 400]);
  });
});
