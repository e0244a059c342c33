import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { insertBulk } from "../../src/bulk/accept/insert-bulk.sql.js";
import { writeOutcomes } from "../../src/bulk/queue/operations.sql.js";
import { claimDue } from "../../src/bulk/queue/turns.sql.js";
import { guest } from "../../src/auth/actor.js";
import { openTestDatabase } from "../support/test-database.js";

const sent: string[] = [];
const { database: db } = await openTestDatabase({ onStatement: (text) => void sent.push(text) });
afterAll(() => db.close());

it("plans the statements of the queue for its length of the moment, not for the empty queue of the start", async () => {
  for (let poll = 0; poll < 8; poll += 1) expect(await claimDue(db, 100)).toEqual([]);
  await insertBulk(db, {
    uuid: randomUUID(),
    route: "PUT /V1/nothing",
    topic: "nothing",
    actor: guest,
    storeCode: null,
    requestId: "plans",
    traceparent: null,
    payloads: ["{}", "{}"],
    keys: [["product:a"], ["product:b"]],
    mostOpen: 10,
  });
  const claimed = await claimDue(db, 100);
  expect(claimed).toHaveLength(2);
  await writeOutcomes(
    db,
    claimed.map((operation) => ({
      operation,
      status: 1,
      message: "",
      result: null,
      errorCode: null,
      redacted: null,
      retryIn: null,
    })),
  );
  expect(await claimDue(db, 100)).toEqual([]);
  const rows = await db.query<{ statement: string }>("select statement from pg_prepared_statements");
  expect(rows.filter(({ statement }) => /bulk_queue q/.test(statement))).toEqual([]);
  expect(sent.filter((text) => text.includes("skip locked"))).toHaveLength(10);
});
