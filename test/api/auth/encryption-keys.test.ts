import { randomBytes } from "node:crypto";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { encryptSecrets, warnOfSecretsAtRisk } from "../../../src/api/auth/secrets/encrypt-secrets.js";
import { createIntegration } from "../../../src/api/auth/integrations/integration-rules.js";
import { keyIdsOf, seal, unseal } from "../../../src/api/auth/secrets/secrets.js";
import type { Db } from "../../../src/platform/db/database.js";
import { secretPlaces } from "../../support/extension-work.js";
import { startApp, useApp } from "../../support/app.js";

const newKey = () => randomBytes(32).toString("base64");
const [first, second, third] = [newKey(), newKey(), newKey()];
const keys = (...list: string[]) => ({ PORTICO_ENCRYPTION_KEY: list.length === 0 ? undefined : list.join(" , ") });
const { app } = useApp();
let count = 0;

beforeEach(async () => {
  for (const table of ["oauth_exchange", "access_token", "integration"]) await app.db.execute(`delete from ${table}`);
});

/** Creates an integration, whose two secrets are stored with the first key, and returns them. */
async function created(...list: string[]): Promise<readonly string[]> {
  const config = { ...app.config, ...keys(...list) };
  const integration = { name: `Key ${(count += 1)}`, resources: ["Magento_Backend::all"] };
  const made = await app.db.transaction((tx) => createIntegration(tx, integration, { config }));
  return [made.consumer_secret, made.access_token_secret ?? ""];
}

/** An exchange in progress, with the secret of its request token. */
async function begunExchange(secret: string, ...list: string[]): Promise<void> {
  await app.db.execute(
    `insert into oauth_exchange (integration_id, verifier_hash, token_secret)
     select max(id), 'x'::bytea, $1::text from integration`,
    [seal(secret, keys(...list))],
  );
}

const stored = async () =>
  (
    await app.db.query<{ secret: string }>(
      `select consumer_secret as secret from integration union all select secret from access_token
       union all select token_secret from oauth_exchange`,
    )
  ).map(({ secret }) => secret);

const plain = async (...list: string[]) => (await stored()).map((secret) => unseal(secret, keys(...list))).sort();

async function warnings(...list: string[]) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
  await warnOfSecretsAtRisk({ db: app.db, config: { ...app.config, ...keys(...list) }, log }, secretPlaces);
  return lines.map(({ level, msg, secrets }) => ({ level, msg, secrets }));
}

describe("several encryption keys", () => {
  it("decrypt each other's secrets, and the first one encrypts", () => {
    const old = seal("one", keys(first));
    const both = seal("two", keys(second, first));
    expect([unseal(old, keys(second, first)), unseal(both, keys(second))]).toEqual(["one", "two"]);
    expect(() => unseal(old, keys(second, third))).toThrow("does not list");
    expect(() => unseal(old, keys())).toThrow("does not list");
  });

  it("decrypt secrets that were stored before keys had ids", () => {
    const [, , text] = seal("old", keys(first)).split(":");
    expect(unseal(`aes:${text ?? ""}`, keys(second, first))).toBe("old");
    expect(() => unseal(`aes:${text ?? ""}`, keys(second))).toThrow("does not list");
  });

  it("reject a secret that was changed in the database", () => {
    const sealed = seal("secret", keys(first));
    const last = Buffer.from(sealed.split(":")[2] ?? "", "base64");
    last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    const [id] = keyIdsOf(keys(first));
    expect(() => unseal(`aes:${id ?? ""}:${last.toString("base64")}`, keys(first))).toThrow("does not list");
  });

  it.each([first.slice(1), `${first},`, `${first};${second}`, `${first} ${second}`])(
    "must be well-formed: %s",
    async (value) => {
      await expect(startApp({ PORTICO_ENCRYPTION_KEY: value })).rejects.toThrow("32 random bytes in Base64");
    },
  );
});

describe("encrypting stored secrets", () => {
  it("encrypts every secret with the first key, without changing the secrets", async () => {
    const secrets = [
      ...(await created()),
      ...(await created(first)),
      ...(await created(second, first)),
      "request",
    ].sort();
    await begunExchange("request", first);
    expect(await encryptSecrets(app.db, keys(second, first), secretPlaces)).toEqual({
      encrypted: 5,
      unreadable: 0,
    });
    expect(await plain(second)).toEqual(secrets);
    expect(await encryptSecrets(app.db, keys(second, first), secretPlaces)).toEqual({
      encrypted: 0,
      unreadable: 0,
    });
  });

  it("continues after an interruption", async () => {
    for (let made = 0; made < 130; made += 1) await created(first);
    const before = await plain(first);
    let transactions = 0;
    const interrupted: Db = Object.create(app.db, {
      transaction: {
        value: (work: (db: Db) => Promise<unknown>) => {
          transactions += 1;
          if (transactions === 2) throw new Error("interrupted");
          return app.db.transaction(work);
        },
      },
    }) as Db;
    await expect(encryptSecrets(interrupted, keys(second, first), secretPlaces)).rejects.toThrow("interrupted");
    const current = (await stored()).filter((secret) => secret.startsWith(`aes:${keyIdsOf(keys(second))[0] ?? ""}:`));
    expect(current).toHaveLength(100);
    expect(await plain(second, first)).toEqual(before);
    expect(await encryptSecrets(app.db, keys(second, first), secretPlaces)).toEqual({
      encrypted: 160,
      unreadable: 0,
    });
    expect(await plain(second)).toEqual(before);
  });

  it("skips secrets that no key decrypts and encrypts all others, even if there are more of them than fit in a batch", async () => {
    for (let made = 0; made < 110; made += 1) await created(third);
    const kept = await plain(third);
    const readable = await created(first);
    expect(await encryptSecrets(app.db, keys(second, first), secretPlaces)).toEqual({
      encrypted: 2,
      unreadable: 220,
    });
    expect(await plain(second, third)).toEqual([...kept, ...readable].sort());
  });

  it("needs a key", async () => {
    await expect(encryptSecrets(app.db, keys(), secretPlaces)).rejects.toThrow("PORTICO_ENCRYPTION_KEY is not set.");
  });
});

describe("the check at the start", () => {
  it("logs nothing without secrets, or if all are encrypted with keys of the settings", async () => {
    expect(await warnings()).toEqual([]);
    await created(first);
    expect(await warnings(second, first)).toEqual([]);
  });

  it("warns of unencrypted secrets, with or without a key", async () => {
    await created();
    const warned = { level: 40, msg: "secrets are stored unencrypted", secrets: 2 };
    expect([await warnings(), await warnings(first)]).toEqual([[warned], [warned]]);
  });

  it("reports secrets whose key is missing as an error", async () => {
    await created(first);
    await begunExchange("request", first);
    const msg = "secrets are encrypted with a key that is not in the settings";
    for (const list of [[], [second]]) expect(await warnings(...list)).toEqual([{ level: 50, msg, secrets: 3 }]);
  });
});
