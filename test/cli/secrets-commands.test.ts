import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { type Credentials, signed } from "../support/oauth.js";
import { answerOf, dataFolder, portico, serveInProcess } from "./portico.js";

// The test starts three servers.
vi.setConfig({ testTimeout: 120_000 });

const inClear = "secrets are stored unencrypted";
const withKeys = (...keys: string[]) => ({ PORTICO_ENCRYPTION_KEY: keys.join(",") });

it("secrets:encrypt encrypts plain secrets and replaces a key while integrations keep calling", async () => {
  await using folder = await dataFolder("prepared");
  const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const credentials = await answerOf<Credentials>(folder, ["integration:create", "--name", "ERP", "--all"]);
  const statusAt = async (rest: string) => {
    const url = `${rest}store/storeViews`;
    return (await fetch(url, { headers: { Authorization: signed(credentials, { method: "GET", url }) } })).status;
  };
  {
    await using server = await serveInProcess(folder);
    expect(await statusAt(server.rest)).toBe(200);
    expect(server.output()).toContain(inClear);
  }
  expect((await portico(folder, ["secrets:encrypt"])).stderr).toBe("PORTICO_ENCRYPTION_KEY is not set.\n");
  expect(await answerOf(folder, ["secrets:encrypt"], withKeys(old))).toEqual({ encrypted: 2, unreadable: 0 });
  {
    await using server = await serveInProcess(folder, withKeys(next, old));
    expect(await statusAt(server.rest)).toBe(200);
    expect(server.output()).not.toContain(inClear);
    const lost = await portico(folder, ["secrets:encrypt"], withKeys(next));
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining("2 secrets cannot be decrypted")]);
    const { stdout } = await portico(folder, ["secrets:encrypt"], withKeys(next, old));
    expect(stdout).toContain("Encrypted 2 secrets with the first key.");
    expect(await statusAt(server.rest)).toBe(200);
  }
  await using server = await serveInProcess(folder, withKeys(next));
  expect(await statusAt(server.rest)).toBe(200);
});
