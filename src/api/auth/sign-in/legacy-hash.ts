import { createHash, timingSafeEqual } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";

/**
 * The format of Magento 2's password hashes, which imported accounts have: `<hash>:<salt>:<version>[:<version>…]`. With
 * several versions, each hashes the result of the previous one: Magento upgrades old hashes this way, without the
 * password. Version 0 is MD5, 1 SHA-256, 2 Argon2id with libsodium's interactive cost, and `3_<bytes>_<passes>_<memory>`
 * Argon2id with its own cost and the memory in bytes.
 */
const form = /^(?<hash>[0-9a-f]{32,128}):(?<salt>[^:]*)(?::(?<versions>[0-9_:]+))?$/;

/** Whether a stored hash has Magento's format. */
export const isLegacyHash = (stored: string): boolean => form.test(stored);

/** Verifies a password against Magento's hash; false for an unknown version. */
export async function verifyLegacyHash(stored: string, password: string): Promise<boolean> {
  const { hash = "", salt = "", versions = "0" } = form.exec(stored)?.groups ?? {};
  let made: string | undefined = password;
  for (const version of versions.split(":")) made = made === undefined ? undefined : await step(version, salt, made);
  return made !== undefined && isEqual(hash, made);
}

async function step(version: string, salt: string, data: string): Promise<string | undefined> {
  if (version === "0") return digest("md5", salt + data);
  if (version === "1") return digest("sha256", salt + data);
  const [kind, bytes = 32, passes = 2, memory = 64 << 20] = version.split("_").map(Number);
  if (kind !== 2 && kind !== 3) return undefined;
  const cost = { timeCost: passes, memoryCost: memory / 1024, outputLen: bytes, parallelism: 1 };
  return (await hashRaw(data, { ...cost, salt: saltOf(salt) })).toString("hex");
}

const digest = (algorithm: "md5" | "sha256", text: string) => createHash(algorithm).update(text).digest("hex");

const saltBytes = 16;

/** Returns a salt of the length that libsodium requires: a longer salt is truncated, a shorter one repeated. */
function saltOf(salt: string): Buffer {
  const given = Buffer.from(salt === "" ? "\0" : salt);
  return Buffer.alloc(saltBytes, given);
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
