import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admits, guest, UserType } from "../../src/auth/actor.js";
import { keyOf } from "../conformance/contract.js";
import { declaredRoutes } from "../conformance/document.js";
import { Watch } from "./ownership/changes.js";
import { callersOf } from "./ownership/doors.js";
import { Raid } from "./ownership/raid.js";
import { setStage, type Stage } from "./ownership/stage.js";

const aCustomer = { ...guest, type: UserType.customer };

/** Routes that callers without any resource may have something of. */
const routes = declaredRoutes.filter(({ permission, admit }) => admit !== undefined || admits(permission, aCustomer));

let stage: Stage;
let watch: Watch;

beforeAll(async () => {
  stage = await setStage();
  watch = await Watch.over(stage);
});
afterAll(() => stage.app[Symbol.asyncDispose]());

it("the other customer has a row wherever rows belong to somebody", async () => {
  const owned = await stage.app.db.query<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name in ('customer_id', 'user_id') order by 1`,
  );
  expect(owned.filter(({ table }) => stage.victim.rows.of(table).length === 0)).toEqual([]);
});

describe("nobody without a resource reaches what is another customer's, or what is not theirs to say", () => {
  it.each(routes.map((route) => [keyOf(route), route] as const))("%s", { timeout: 120_000 }, async (_, route) => {
    const faults: string[] = [];
    const statuses: number[] = [];
    for (const caller of callersOf(stage)) {
      const raid = new Raid(stage, route, caller);
      // Whom the permission refuses is refused whatever the arguments are.
      if (!route.admit && !admits(route.permission, caller.actor)) continue;
      statuses.push(await raid.plainStatus());
      faults.push(...(await raid.run()));
      faults.push(...(await watch.trespasses(route.operation.name)).map((fault) => `${caller.name}: ${fault}`));
    }
    expect(faults).toEqual([]);
    // Calls that never get as far as the operation prove nothing: then the callers lack a word for it.
    expect(statuses.filter((status) => status === 200 || status === 401)).not.toEqual([]);
  });
});
