import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/db/open.js";
import { readConfig } from "../../src/config.js";
import type { Database } from "../../src/platform/db/database.js";
import { recordEvents } from "../../src/commerce/events/published.recording.js";
import { eventually } from "../support/bulk.js";
import { dataFolder, type DataFolder, portico } from "./portico.js";

let folder: DataFolder;
let db: Database;

beforeAll(async () => {
  folder = await dataFolder("prepared");
  db = await openDatabase(readConfig({ PORTICO_DATA_DIR: folder.path, PORTICO_EMBEDDED_DURABILITY: "relaxed" }));
});
afterAll(async () => {
  await db.close();
  await folder[Symbol.asyncDispose]();
});

const record = (...ids: readonly number[]) =>
  recordEvents(
    db,
    ids.flatMap((id) => [
      { type: "order.placed", data: { entity_id: id } } as const,
      { type: "customer.created", data: { id } } as const,
    ]),
  );

const placed = (id: number) =>
  new RegExp(`^\\d+ {2}\\d{4}-[\\d-]+T[\\d:.]+Z {2}order\\.placed {2}\\{"entity_id":${id}\\}$`);

it("events:tail prints the events of the given types after a cursor, one per line, and ends after --max events", async () => {
  await record(1, 2, 3);
  const { code, stdout } = await portico(folder, ["events:tail", "--types", "order.*", "--after", "0", "--max", "2"]);
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toEqual([1, 2].map((id) => expect.stringMatching(placed(id)) as string));
  const json = await portico(folder, [
    "events:tail",
    "--types",
    "order.placed",
    "--after",
    "0",
    "--max",
    "1",
    "--json",
  ]);
  expect(JSON.parse(json.stdout)).toEqual({
    ...{ id: "1", type: "order.placed", data: { entity_id: 1 } },
    created_at: expect.stringMatching(/Z$/) as string,
  });
});

it("events:tail waits for later events, by default from now on", async () => {
  let ended = false;
  const tail = portico(folder, ["events:tail", "--types", "order.placed", "--max", "1"]).finally(() => (ended = true));
  let id = 100;
  // The command may begin after an event, so events go on until one is printed.
  await eventually(async () => {
    await record((id += 1));
    return ended;
  }).toBe(true);
  const { code, stdout } = await tail;
  expect(code).toBe(0);
  expect(stdout).toMatch(/order\.placed {2}\{"entity_id":1\d\d\}/);
});

it.each([
  [["--types", "orders"], "types"],
  [["--after", "soon"], "after"],
])("events:tail rejects %j with a message", async (args, field) => {
  const { code, stderr } = await portico(folder, ["events:tail", ...args, "--max", "1"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(field)]);
});
