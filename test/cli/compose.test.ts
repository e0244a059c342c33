import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { settings } from "../../src/config.js";

interface Compose {
  readonly services: Readonly<Record<"api" | "consumer", { readonly environment: Readonly<Record<string, string>> }>>;
}

/** Parses strictly, as Docker does: a duplicate key is an error. */
const read = () => parse(readFileSync("docker-compose.yml", "utf8"), { merge: true, uniqueKeys: true }) as Compose;

it("runs queued operations only in the consumer service of the compose file, which has only known settings", () => {
  const { api, consumer } = read().services;
  expect(api.environment).toEqual(consumer.environment);
  expect(api.environment).toMatchObject({ PORTICO_CONSUMER: "off" });
  expect(Object.keys(api.environment).filter((name) => !(name in settings))).toEqual([]);
});
