import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { settings } from "../../src/config.js";

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file: readonly { readonly path: string; readonly required: boolean }[];
}

interface Compose {
  readonly services: Readonly<Record<"api" | "consumer", Service>>;
}

/** Parses strictly, as Docker does: a duplicate key is an error. */
const read = () => parse(readFileSync("docker-compose.yml", "utf8"), { merge: true, uniqueKeys: true }) as Compose;

it("the compose file runs queued operations only in its consumer service, and has only known settings", () => {
  const { api, consumer } = read().services;
  expect(api.environment).toEqual(consumer.environment);
  expect(api.environment).toMatchObject({ PORTICO_CONSUMER: "off" });
  expect(Object.keys(api.environment).filter((name) => !(name in settings))).toEqual([]);
});

it("the compose file reads more settings from .env, and keeps the addresses of its services even for a copy of .env.example", () => {
  for (const { env_file: files, environment } of Object.values(pick(read()))) {
    expect(files).toEqual([{ path: ".env", required: false }]);
    const example = readFileSync(".env.example", "utf8");
    // Values for a local shell, which are wrong in a container.
    for (const name of ["HOST", "PORT", "PORTICO_DATA_DIR"]) {
      expect([name, example.includes(`\n${name}=`), name in environment]).toEqual([name, true, true]);
    }
  }
});

const pick = ({ services: { api, consumer } }: Compose) => ({ api, consumer });
