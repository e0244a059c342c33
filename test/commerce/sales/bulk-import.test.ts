import { expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { order, path } from "./support.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

const count = 300;

it("imports orders in bulk, each once, and reports those that are rejected", async () => {
  const bodies = Array.from({ length: count }, (_, at) => ({ entity: order({ increment_id: `OLD-${at}` }) }));
  const bad = [{ entity: order({ increment_id: "OLD-0" }) }, { entity: order({ items: [], increment_id: "EMPTY" }) }];
  const detail = await waitForBulk(admin, await admin.post(`/async/bulk${path}`, [...bodies, ...bad]), 60);
  const statuses = detail.operations_list.map(({ status }) => status);
  expect(statuses).toEqual([...Array.from({ length: count }, () => 1), 3, 3]);
  const messages = detail.operations_list.slice(count).map(({ result_message: message }) => message);
  expect(messages).toEqual(["Unique constraint violation found", "Please specify order items."]);
  expect(await app.db.models.salesOrder.count()).toBe(count);
  expect(await app.db.models.salesOrderItem.count()).toBe(count);
});
