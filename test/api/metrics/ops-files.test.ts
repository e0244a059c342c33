import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import { type Sample, samplesOf } from "./exposition.js";

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

const token = "a-token-for-prometheus";
const operations = file("docs/operations.md");
const alerts: { alert: string; expr: string }[] = parse(file("ops/alerts.yaml")).groups.flatMap(
  ({ rules }: { rules: unknown[] }) => rules,
);

/** Every query of a dashboard: of its panels, its variables and its annotations. */
const queries = (value: unknown): string[] =>
  Object.entries(value ?? {}).flatMap(([key, each]: [string, unknown]) =>
    typeof each === "string" ? (["expr", "query"].includes(key) ? [each] : []) : queries(each),
  );

const dashboard = queries(JSON.parse(file("ops/grafana-dashboard.json"))).filter((query) => query !== "prometheus");

const { app } = useApp({ PORTICO_METRICS_TOKEN: token, PORTICO_CONSUMER: "on" });
let samples: readonly Sample[] = [];

beforeAll(async () => {
  const admin = await app.asAdmin();
  const product = { sku: "measured", name: "Measured", attribute_set_id: 4, type_id: "simple", price: 1 };
  await waitForBulk(admin, await admin.post("/async/V1/products", { product }));
  const headers = { Authorization: `Bearer ${token}` };
  const read = async () => samplesOf((await app.asGuest().request("/metrics", { headers })).text);
  // Some metrics have no value until the counted event has happened, for example a garbage collection.
  const names = [...dashboard, ...alerts.map(({ expr }) => expr)].flatMap(selectorsOf).map(({ name }) => name);
  const missing = () => names.filter((name) => !samples.some((sample) => sample.name === name));
  for (let reads = 0; reads === 0 || (missing().length > 0 && reads < 100); reads += 1) {
    if (reads > 0) await pause(100);
    samples = await read();
  }
});

/** The metrics in a query, each with the labels that select its series. */
function selectorsOf(query: string) {
  return [...query.matchAll(/\b((?:portico|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", labels = ""]) => ({
      name,
      labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
    }),
  );
}

/** Labels that Prometheus itself adds. */
const added = ["instance", "job"];

describe.for([
  ["the dashboard", dashboard],
  ["the alert rules", alerts.map(({ expr }) => expr)],
] as const)("every metric of %s", ([, expressions]) => {
  test("is exposed with the labels that queries select it by", () => {
    const selectors = expressions.flatMap(selectorsOf);
    expect(selectors.length).toBeGreaterThan(10);
    for (const { name, labels } of selectors) {
      const found = samples.find((sample) => sample.name === name);
      expect(found, name).toBeDefined();
      expect([...Object.keys(found?.labels ?? {}), ...added], name).toEqual(expect.arrayContaining(labels));
    }
  });

  test("is grouped only by labels that it has", () => {
    const known = new Set([...samples.flatMap(({ labels }) => Object.keys(labels)), ...added, "le"]);
    const grouped = expressions.flatMap((query) => [...query.matchAll(/\bby \(([^)]+)\)/g)]);
    for (const [, labels = ""] of grouped) expect([...known]).toEqual(expect.arrayContaining(labels.split(/,\s*/)));
  });
});

describe("docs/operations.md", () => {
  test("explains every metric of our own", () => {
    const names = samples.map(({ name }) => name.replace(/_(bucket|sum|count)$/, ""));
    const ours = new Set(names.filter((name) => name.startsWith("portico_")));
    expect([...ours].filter((name) => !operations.includes(`\`${name}`))).toEqual([]);
  });

  test("says what to do about every alert", () => {
    expect(alerts.length).toBeGreaterThan(8);
    expect(alerts.map(({ alert }) => alert).filter((alert) => !operations.includes(`| \`${alert}\``))).toEqual([]);
  });
});
