import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admits, guest, UserType } from "../../../src/api/auth/actor.js";
import type { Route } from "../../../src/api/contract/routes/operations.js";
import { keyOf } from "../../conformance/contract.js";
import { declaredRoutes } from "../../conformance/document.js";
import { Watch } from "./ownership/changes.js";
import { callersOf } from "./ownership/call-forms.js";
import { Attack } from "./ownership/attack.js";
import { setStage, type Stage } from "./ownership/fixtures.js";

const aCustomer = { ...guest, type: UserType.customer };

/**
 * Carts and gift cards are used up by their own calls, so that their routes have tests of their own: test/commerce/cart/ownership.test.ts and
 * test/commerce/balance/redeem.test.ts.
 */
const isUsedUp = ({ path }: Route) =>
  /^\/V1\/((guest-)?carts\b|(reward|giftregistry|giftcardaccounts)\/mine|guest-giftregistry)/.test(path);

/** Routes that may be open to callers without a resource. */
const routes = declaredRoutes.filter(
  (route) => !isUsedUp(route) && (route.admit !== undefined || admits(route.permission, aCustomer)),
);

let stage: Stage;
let watch: Watch;

beforeAll(async () => {
  stage = await setStage();
  watch = await Watch.over(stage);
});
afterAll(() => stage.app[Symbol.asyncDispose]());

it("the victim has a row in every table whose rows belong to customers", async () => {
  // Values of fields that extensions add have tests of their own. Calls of many rows, second factors, proposals, schedules and
  // webhooks belong to administrators alone. Carts and orders have tests of their own, and what customers have in the commerce
  // edition is reached through carts or by the shop.
  const owned = await stage.app.db.query<{ table: string }>(
    `select distinct table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name in ('customer_id', 'user_id')
       and table_name not in ('admin_second_factor', 'customer_added_value', 'large_call', 'price_proposal', 'price_schedule', 'webhook') and table_name !~ '^(cart|sales_|coupon_customer|balance_|gift_registry|rma)' order by 1`,
  );
  expect(owned.filter(({ table }) => stage.victim.rows.of(table).length === 0)).toEqual([]);
});

describe("callers without a permission", () => {
  it.each(routes.map((route) => [keyOf(route), route] as const))(
    "cannot reach another customer's data, or set what they may not, over %s",
    { timeout: 600_000 },
    async (_, route) => {
      const faults: string[] = [];
      const statuses: number[] = [];
      for (const caller of callersOf(stage)) {
        const raid = new Attack(stage, route, caller);
        // Without the permission, a call is rejected whatever its arguments are.
        if (!route.admit && !admits(route.permission, caller.actor)) continue;
        statuses.push(await raid.plainStatus());
        faults.push(...(await raid.run()));
        faults.push(
          ...(await watch.unauthorizedChanges(route.operation.name)).map((fault) => `${caller.name}: ${fault}`),
        );
      }
      expect(faults).toEqual([]);
      // Calls that never reach the operation prove nothing: the callers then lack a value.
      expect(statuses.filter((status) => status === 200 || status === 401)).not.toEqual([]);
    },
  );
});
