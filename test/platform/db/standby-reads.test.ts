import { expect, it } from "vitest";
import type { Db } from "../../../src/platform/db/database.js";
import { StandbyReads } from "../../../src/platform/db/standbys/standby-reads.js";

const position = { position: "0/1", timeline: 1, system: "1", database: "shop" };
const shares = { enter: () => undefined, leave: () => undefined };

/** Returns reads with one standby that is used, whose answer is given, and where the reads went. */
function readsOf(current: () => Promise<typeof position>, answer: "standby" | undefined) {
  const standby = {
    ...{ host: "standby:5432", isUsed: true, retry: () => undefined },
    read: async <Result>(_: unknown, work: (db: Db) => Promise<Result>) => answer && { result: await work({} as Db) },
  };
  const reads = new StandbyReads([standby], { current }, shares);
  const read = () =>
    reads.read("caller guest", { work: () => Promise.resolve("standby"), onPrimary: () => Promise.resolve("primary") });
  return { read, counts: () => reads.usage().reads };
}

it("reads from a standby that is used", async () => {
  const { read, counts } = readsOf(() => Promise.resolve(position), "standby");
  expect([await read(), counts()]).toEqual(["standby", { standby: 1, primary: 0 }]);
});

it("reads from the primary if the standby cannot answer", async () => {
  const { read, counts } = readsOf(() => Promise.resolve(position), undefined);
  expect([await read(), counts()]).toEqual(["primary", { standby: 0, primary: 1 }]);
});

it("reads from the primary if its position is unknown, for example while it is recovering", async () => {
  const { read, counts } = readsOf(() => Promise.reject(new Error("recovery is in progress")), "standby");
  expect([await read(), counts()]).toEqual(["primary", { standby: 0, primary: 1 }]);
});
