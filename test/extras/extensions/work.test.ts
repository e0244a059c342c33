import { join } from "node:path";
import pino from "pino";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { encryptSecrets } from "../../../src/api/auth/secrets/encrypt-secrets.js";
import { seal } from "../../../src/api/auth/secrets/secrets.js";
import { recordEvents } from "../../../src/commerce/events/published.recording.js";
import { withExtensions } from "../../../src/extensions.js";
import { allExtras } from "../../../src/extras.js";
import { createServices, type Services } from "../../../src/services.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { workOf } from "../../support/extension-work.js";
import { type Receiver, settings, startReceiver } from "../webhooks/support.js";

interface Control {
  runs: number;
  gate: Promise<void> | undefined;
  failure: string | undefined;
  user: number | undefined;
  readonly found: readonly string[];
}

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const path = join(import.meta.dirname, "fixtures/relay/index.mjs");
let app: TestApp;
let receiver: Receiver;
let processes: readonly [Services, Services];

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startApp({ ...settings, PORTICO_EXTENSIONS: path, PORTICO_ENCRYPTION_KEY: key(1) });
  const create = () => createServices(app.config, app.db, pino({ level: "silent" }));
  processes = [create(), create()];
});
afterAll(async () => {
  for (const services of processes) {
    services.stop();
    await workOf(services, "relay/mirror").stop();
    await services.bulk.stop();
    await services.media.stop();
  }
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

const control = (): Control => (globalThis as { relay?: Control }).relay ?? expect.fail("The extension is not loaded.");
const work = (at: 0 | 1) => workOf(processes[at], "relay/mirror");
beforeEach(() => Object.assign(control(), { gate: undefined, failure: undefined }));

const claims = () => app.statements.filter((text) => text.includes("insert into extension_work")).length;
const held = () => app.db.query("select 1 from extension_work where held_until is not null");

it("recurring work of an extension runs in one process at a time, and again when it is woken", async () => {
  let open: () => void = () => undefined;
  control().gate = new Promise((resolve) => (open = resolve));
  work(0).start();
  await eventually(() => Promise.resolve(control().runs)).toBe(1);
  work(1).start();
  work(1).wake();
  await eventually(() => Promise.resolve(claims())).toBeGreaterThanOrEqual(2);
  expect(control().runs).toBe(1);
  open();
  await eventually(held).toEqual([]);
  work(1).wake();
  await eventually(() => Promise.resolve(control().runs)).toBe(2);
});

it("work of an extension finds rows, posts events as a user may see them, and writes the audit log", async () => {
  const viewer = await app.asAdmin(["Magento_Catalog::products"]);
  expect((await viewer.get("/V1/products/none")).status).toBe(404);
  const [user] = await app.db.query<{ id: number }>("select max(id) as id from admin_user");
  control().user = user?.id;
  const secret = `whsec_${key(3)}`;
  const url = `${receiver.url}/relay`;
  await app.db.execute(
    `insert into x_relay_target (url, secret, position) values ($1, $2, 0), ('http://127.0.0.1/other', 'clear:x', 0)`,
    [url, seal(secret, app.config)],
  );
  await recordEvents(app.db, [
    { type: "order.placed", data: { entity_id: 1 } },
    { type: "product.deleted", data: { id: 1, sku: "gone" } },
  ]);
  // Numbers the events.
  await (await app.asAdmin()).get("/V1/events");
  work(0).wake();
  await eventually(() => receiver.at("/relay").map(({ body }) => body)).toEqual([
    { type: "product.deleted", object: null },
  ]);
  const [message] = receiver.at("/relay");
  new Webhook(secret).verify(message?.text ?? "", message?.headers as Record<string, string>);
  expect(control().found).toEqual([url]);
  await eventually(() =>
    app.db.query("select event, name, by_user_type from audit_event where event = 'relay posted'"),
  ).toEqual([{ event: "relay posted", name: url, by_user_type: null }]);
});

it("secrets:encrypt changes the key of secrets in tables of extensions", async () => {
  const { secretPlaces } = withExtensions(allExtras, app.config);
  const keys = { PORTICO_ENCRYPTION_KEY: `${key(2)},${key(1)}` };
  expect(await encryptSecrets(app.db, keys, secretPlaces)).toEqual({ encrypted: 2, unreadable: 0 });
  expect(await encryptSecrets(app.db, keys, secretPlaces)).toEqual({ encrypted: 0, unreadable: 0 });
});

it("work of an extension that fails is in the health check until it works again", async () => {
  const failures = async () => {
    const health = (await (await fetch(`${app.url}/health/ready`)).json()) as {
      checks: { extensions?: { failures: object } };
    };
    return health.checks.extensions?.failures;
  };
  control().failure = "the target is gone";
  work(0).wake();
  await eventually(failures).toEqual({ "work mirror of relay 1.0.0": 1 });
  control().failure = undefined;
  work(0).wake();
  await eventually(failures).toBeUndefined();
});
