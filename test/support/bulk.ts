import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { BulkStatusDetail } from "../../src/api/bulk/status/bulk.types.js";
import type { TestApp } from "./app.js";
import type { Client, Reply } from "./client.js";

/** Waits until no operation of an accepted bulk is open or waits for a retry, and returns its final status. */
export async function waitForBulk(
  client: Client,
  { status, body, text }: Reply,
  seconds = 30,
): Promise<BulkStatusDetail> {
  if (status !== 202) throw new Error(`not accepted: ${status} ${text}`);
  const { bulk_uuid: uuid } = body as { bulk_uuid: string };
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const detail = (await client.get(`/V1/bulk/${uuid}/detailed-status`)).body as BulkStatusDetail;
    const open = detail.operations_list.filter((operation) => operation.status === 4);
    if (open.length === 0) return detail;
    if (performance.now() > until) throw new Error(`${open.length} operations of ${uuid} are still open`);
    await pause(20);
  }
}

/** Like `expect.poll`, with a timeout for a busy machine. */
export const eventually = <Value>(read: () => Value, seconds = 20) =>
  expect.poll(read, { timeout: seconds * 1000, interval: 25 });

/** Returns the ordering keys of the open operations, in the order of acceptance. */
export async function queuedKeys({ db }: TestApp): Promise<string[][]> {
  const rows = await db.query<{ keys: string[] }>(
    `select array_prepend(q.ordering_key, array(select k.key from bulk_queue_key k where k.seq = q.seq order by k.key)) as keys
     from bulk_queue q order by q.seq`,
  );
  return rows.map(({ keys }) => keys);
}

/** Removes all operations from the queue. */
export async function emptyQueue({ db }: TestApp): Promise<void> {
  await db.execute("delete from bulk_queue_key");
  await db.execute("delete from bulk_queue");
}
