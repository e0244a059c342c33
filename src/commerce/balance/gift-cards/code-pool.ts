import { randomInt } from "node:crypto";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { globalScope, readSettings, type Settings } from "../../store/published.js";
import { countCodes, countFreeCodes, addCodes, claimCode } from "./code-pool.rows.js";
import type { GiftCardCodes } from "./gift-card-accounts.types.js";

const group = "giftcard/giftcardaccount_general";
const names = ["code_length", "code_format", "code_prefix", "code_suffix", "code_split", "pool_size"] as const;
const threshold = `${group}/pool_threshold`;
const paths = names.map((name) => `${group}/${name}`);

/** Letters that are not easily confused with digits. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const alphabets: Readonly<Record<string, string>> = {
  alphanumeric: `${letters}23456789`,
  alphabetic: letters,
  numeric: "0123456789",
};

/** Maximum number of rounds to generate codes, because some may already be taken. */
const maxRounds = 5;
const maxCodeLength = 64;
/** Number of cards created between two warnings that few codes are left. */
const cardsPerWarning = 10;

/** Generates a code according to the settings. Prefix, suffix and dashes do not count toward its length. */
function generateCode(settings: Settings): string {
  const of = (name: (typeof names)[number]) => settings.value(`${group}/${name}`, globalScope);
  const alphabet = alphabets[of("code_format")] ?? letters;
  const length = Math.min(Math.max(Number(of("code_length")), 1), maxCodeLength);
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? "");
  const split = Number(of("code_split"));
  const withDashes = characters.map((one, at) => (split > 0 && at > 0 && at % split === 0 ? `-${one}` : one)).join("");
  return `${of("code_prefix")}${withDashes}${of("code_suffix")}`;
}

/** Generates as many codes as the setting `pool_size` says. Throws 400 if the format allows too few codes. */
export async function generateCodes(db: Db): Promise<void> {
  const settings = await readSettings(db, paths);
  let missing = settings.number(`${group}/pool_size`, globalScope) || 1;
  for (let round = 0; missing > 0 && round < maxRounds; round += 1) {
    missing -= await addCodes(
      db,
      Array.from({ length: missing }, () => generateCode(settings)),
    );
  }
  if (missing > 0) throw inputError("The code format allows too few codes. Increase the code length.");
}

/** Takes a code from the pool; generates more if none is free. Logs a warning for every tenth card while few are left. */
export async function drawCode({ db, log }: Context): Promise<string> {
  const found = await claimCode(db);
  if (found === undefined) await generateCodes(db);
  const code = found ?? (await claimCode(db));
  if (code === undefined) throw new Error("the gift card code pool is empty");
  const least = (await readSettings(db, [threshold])).number(threshold, globalScope);
  const free = await countFreeCodes(db, least);
  if (free < least && (least - free) % cardsPerWarning === 1)
    log.warn({ free, threshold: least }, "few gift card codes are left");
  return code;
}

/** Returns the number of free and taken codes, and the threshold of the warning. */
export async function readCodePool({ db }: Pick<Context, "db">): Promise<GiftCardCodes> {
  const [counts, settings] = await Promise.all([countCodes(db), readSettings(db, [threshold])]);
  return { ...counts, threshold: settings.number(threshold, globalScope) };
}
