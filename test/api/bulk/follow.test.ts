import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.js";
import { waitOf } from "../../../src/api/bulk/status/progress/follow-endpoints.js";
import { Rate } from "../../../src/api/bulk/run/rate.js";
import { createServices } from "../../../src/services.js";
import { useApp } from "../../support/app.js";
import { Client, type Reply } from "../../support/client.js";

// The test ends the operations itself, so that it knows each intermediate state.
const { app } = useApp();

let admin: Client;
beforeAll(async () => void (admin = await app.asAdmin()));

const element = { sku: "one", product: { price: 1 } };
const uuidOf = ({ body }: Reply) => (body as { bulk_uuid: string }).bulk_uuid;
const accepted = async (count: number, client = admin) =>
  uuidOf(await client.put("/async/bulk/V1/products/bySku", Array<typeof element>(count).fill(element)));

/** Ends so many operations of a bulk, the first ones first. */
async function end(bulk: string, count: number, status = 1): Promise<void> {
  await app.db.execute(
    `with gone as (
       delete from bulk_queue where seq in (select seq from bulk_queue where bulk_uuid = $1::uuid order by seq limit $2::int)
       returning operation_id
     ) update bulk_operation o set status = $3::int from gone where o.bulk_uuid = $1::uuid and o.id = gone.operation_id`,
    [bulk, count, status],
  );
  await app.db.execute(
    "update bulk b set finished_at = now() where uuid = $1::uuid and not exists (select from bulk_queue q where q.bulk_uuid = b.uuid)",
    [bulk],
  );
}

const seeConsumer = () =>
  app.db.execute("insert into bulk_consumer (id, host, pid) values ($1::uuid, 'elsewhere', 1)", [randomUUID()]);

interface Event {
  readonly id?: string;
  readonly event?: string;
  readonly data: {
    readonly waiting: number;
    readonly consumers: number;
    readonly per_second: number | null;
    readonly seconds_left: number | null;
    readonly count_by_status: Readonly<Record<string, number>>;
  };
}

/** Opens an event stream; each event is read when it is asked for. */
async function events(
  { token, url }: Pick<Client, "token" | "url">,
  bulk: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${url}/rest/V1/bulk/${bulk}/events`, {
    headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
  });
  return { response, events: response.body ? read(response.body) : read(new ReadableStream()) };
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<Event, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
      if (fields["data"]) yield { ...fields, data: JSON.parse(fields["data"]) as Event["data"] };
    }
  }
  return undefined;
}

const next = async (stream: AsyncGenerator<Event, undefined>) => (await stream.next()).value;

describe("Prefer: wait", () => {
  const status = (bulk: string, prefer: string, client = admin) =>
    client.get(`/V1/bulk/${bulk}/status`, { headers: { Prefer: prefer } });

  it("answers when the bulk is finished", async () => {
    const bulk = await accepted(1);
    let isAnswered = false;
    const answer = status(bulk, "wait=60").finally(() => (isAnswered = true));
    // A stream that was opened after the call has heard of the bulk: by then the call is waiting too.
    const { events: stream } = await events(admin, bulk);
    await next(stream);
    expect(isAnswered).toBe(false);
    await end(bulk, 1);
    const { headers, body } = await answer;
    expect(headers.get("Preference-Applied")).toBe("wait=60");
    expect(body).toMatchObject({ bulk_id: bulk, operations_list: [{ status: 1 }] });
  });

  it("answers with the current status of the bulk when the time is over", async () => {
    const { status: code, headers, body } = await status(await accepted(1), "respond-async, wait=1");
    expect([code, headers.get("Preference-Applied")]).toEqual([200, "wait=1"]);
    expect(body).toMatchObject({ operations_list: [{ status: 4 }] });
  });

  it("answers immediately for a finished or unknown bulk and for a caller without access", async () => {
    const bulk = await accepted(0);
    expect((await status(bulk, "wait=60")).headers.get("Preference-Applied")).toBe("wait=60");
    expect((await status(randomUUID(), "wait=60")).status).toBe(404);
    expect((await status("no-uuid", "wait=60")).status).toBe(404);
    expect((await status(await accepted(1), "wait=60", app.asGuest())).status).toBe(401);
  });

  it.each([
    ["wait=5", 5],
    ["WAIT = 7", 7],
    ['respond-async; wait=3, wait="9"', 9],
    ["wait=3600", 60],
    ["wait=soon", undefined],
    ["respond-async", undefined],
  ])("reads %j as %j seconds", (prefer, seconds) => {
    expect(waitOf({ prefer })).toBe(seconds);
  });
});

describe("the events of a bulk", () => {
  it("report its progress until it is finished, with no estimate while no consumer runs", async () => {
    const bulk = await accepted(4);
    const { response, events: stream } = await events(admin, bulk);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(await next(stream)).toMatchObject({
      event: "progress",
      data: { bulk_uuid: bulk, operation_count: 4, waiting: 4, consumers: 0, per_second: null, seconds_left: null },
    });
    await end(bulk, 1);
    let second = await next(stream);
    while (second?.data.waiting === 4) second = await next(stream);
    expect(second?.data).toMatchObject({ waiting: 3, count_by_status: { 1: 1, 2: 0, 3: 0, 4: 3, 5: 0 } });
    expect(second?.data.per_second).toBeGreaterThan(0);
    expect(second?.data.seconds_left).toBeNull();
    await seeConsumer();
    let third = await next(stream);
    while (third?.data.consumers === 0) third = await next(stream);
    expect(third?.data.consumers).toBe(1);
    expect(third?.data.seconds_left).toBeGreaterThan(0);
    await end(bulk, 3, 3);
    let last = await next(stream);
    while (last?.event === "progress") last = await next(stream);
    expect(last).toMatchObject({
      id: "finished",
      event: "finished",
      data: { waiting: 0, seconds_left: 0, count_by_status: { 1: 1, 3: 3 } },
    });
    expect(await next(stream)).toBeUndefined();
  });

  it("are not repeated for a client that has received the last one", async () => {
    const bulk = await accepted(0);
    const { events: stream } = await events(admin, bulk);
    expect(await next(stream)).toMatchObject({ event: "finished" });
    expect((await events(admin, bulk, { "Last-Event-ID": "finished" })).response.status).toBe(204);
  });

  it("are streamed to clients that only accept event streams, and have no body for HEAD", async () => {
    const bulk = await accepted(1);
    const { response, events: stream } = await events(admin, bulk, { Accept: "text/event-stream" });
    expect([response.status, response.headers.get("X-Request-Id")]).toEqual([200, expect.any(String)]);
    expect(await next(stream)).toMatchObject({ event: "progress" });
    await stream.return(undefined);
    const { status, text } = await admin.request(`/rest/V1/bulk/${bulk}/events`, { method: "HEAD" });
    expect([status, text]).toEqual([200, ""]);
  });

  it("require access to the bulk, and are denied with Magento's messages", async () => {
    const bulk = await accepted(1);
    const refused = await events(app.asGuest(), bulk);
    expect(refused.response.status).toBe(401);
    expect((await events(await app.asAdmin(["Magento_Catalog::products"]), bulk)).response.status).toBe(401);
    const owner = await app.asAdmin(["Magento_Catalog::products"]);
    expect((await events(owner, await accepted(0, owner))).response.status).toBe(200);
    expect((await events(admin, randomUUID())).response.status).toBe(404);
    expect((await admin.get("/V1/bulk/no-uuid/events")).body).toMatchObject({
      message: "Bulk uuid %bulkUuid not exist",
      parameters: { bulkUuid: "no-uuid" },
    });
    expect((await admin.get(`/V1/bulk/${bulk}/events`, { store: "no-such-store" })).status).toBe(400);
  });

  it("end when the process is stopped, so that they do not delay it", async () => {
    const services = createServices(app.config, app.db, pino({ level: "silent" }));
    const server = createServer(await createApp(services));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { events: stream } = await events(new Client(`http://127.0.0.1:${port}`, admin.token), await accepted(1));
    expect(await next(stream)).toMatchObject({ event: "progress" });
    services.stop();
    expect(await next(stream)).toBeUndefined();
    server.close();
    server.closeIdleConnections();
    await services.bulk.stop();
  });
});

describe("the rate of a bulk", () => {
  it("covers the last ten seconds, and is unknown after a single sample", () => {
    const rate = new Rate();
    rate.add(0, 1000, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([null, null]);
    rate.add(1000, 900, 0);
    rate.add(2000, 800, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([100, 8]);
    rate.add(12_000, 780, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([2, 390]);
  });

  it("does not include rejected operations", () => {
    const rate = new Rate();
    rate.add(0, 1000, 0);
    rate.add(1000, 990, 0);
    rate.add(2000, 80, 900);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([10, 8]);
  });

  it("gives no estimate while no operation runs, and starts again when operations are put back", () => {
    const rate = new Rate();
    rate.add(0, 10, 0);
    rate.add(1000, 10, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([0, null]);
    rate.add(2000, 20, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([null, null]);
    rate.add(3000, 0, 0);
    expect([rate.perSecond, rate.secondsLeft]).toEqual([20, 0]);
  });
});
