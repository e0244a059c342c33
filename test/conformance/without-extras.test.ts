import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { expect, it } from "vitest";
import { createApp } from "../../src/app.js";
import { openApiDocument } from "../../src/api/reference/openapi/openapi.js";
import { UserType } from "../../src/api/auth/actor.js";
import { createAdmin } from "../../src/api/auth/admins/admins.js";
import { issueToken } from "../../src/api/auth/tokens/tokens.sql.js";
import { noPriceChecks } from "../../src/commerce/pricing/published.js";
import type { Extras } from "../../src/extras.js";
import { buildSurface } from "../../src/schema.js";
import { composeServices } from "../../src/services.js";
import { startApp } from "../support/app.js";
import { Client } from "../support/client.js";
import { contractRoutes, keyOf } from "./contract.js";
import { generatedDocument } from "./document.js";

const none: Extras = {
  resolvers: [],
  priceChecks: noPriceChecks,
  openWork: [],
  secretPlaces: [],
  endpoints: () => [],
  console: undefined,
  recurring: () => [],
};

const { schema, operations } = buildSurface("commerce", none);
const routes = operations.flatMap((operation) => operation.routes);

it("a build without extras has every route of the contract, with the same description", () => {
  const declared = new Set(routes.map(keyOf));
  const whole = buildSurface().operations.flatMap((operation) => operation.routes);
  expect(routes.length).toBeLessThan(whole.length);
  const known = new Set(whole.map(keyOf));
  const expected = contractRoutes.map(keyOf).filter((key) => known.has(key));
  expect(expected.length).toBeGreaterThan(400);
  expect(expected.filter((key) => !declared.has(key))).toEqual([]);
  const options = { schema, kind: "sync", edition: "commerce", server: "/rest/all" } as const;
  const alone = JSON.parse(JSON.stringify(openApiDocument(routes, options))) as ReturnType<typeof generatedDocument>;
  const full = generatedDocument();
  // The conformance suite compares these descriptions with the contract, so it passes for both or for neither.
  for (const [path, methods] of Object.entries(alone.paths)) expect(full.paths[path]).toMatchObject(methods);
  for (const [name, shape] of Object.entries(alone.components.schemas)) {
    expect(full.components.schemas[name], name).toEqual(shape);
  }
});

it("a process without extras starts, and its prices have no checks besides those of the contract", async () => {
  await using app = await startApp();
  const services = composeServices({ ...app, log: pino({ level: "silent" }) }, none);
  services.started();
  const server = createServer(await createApp(services)).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const login = { username: "extra", password: "correct-horse-1", email: "extra@example.com" };
    const id = await createAdmin(app.db, { ...login, firstname: "A", lastname: "B" });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new Client(url, await issueToken(app.db, { type: UserType.administrator, id }, 1));
    const product = { sku: "plain", name: "Plain", price: 9, type_id: "simple", attribute_set_id: 4 };
    expect((await client.post("/V1/products", { product })).status).toBe(200);
    const prices = [{ sku: "plain", store_id: 0, price: 12.5 }];
    expect((await client.post("/V1/products/base-prices", { prices })).body).toEqual([]);
    expect((await client.get("/V1/products/plain")).body).toMatchObject({ price: 12.5 });
    expect((await client.get("/V1/price-guard-rails?searchCriteria=")).status).toBe(404);
    expect((await fetch(`${url}/console/`)).status).toBe(404);
    // The database keeps what the extras store, but this process does not read it.
    const guardRail = { kind: "base", website_id: 0, max_rise_percent: 1 };
    const admin = await app.asAdmin();
    expect((await admin.post("/V1/price-guard-rails", { guardRail })).status).toBe(200);
    const higher = [{ sku: "plain", store_id: 0, price: 25 }];
    expect((await admin.post("/V1/products/base-prices", { prices: higher })).body).toHaveLength(1);
    expect((await client.post("/V1/products/base-prices", { prices: higher })).body).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    services.stop();
    await services.bulk.stop();
    await services.media.stop();
  }
});
