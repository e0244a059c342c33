import { randomInt } from "node:crypto";
import type { Context } from "../../call/context.js";
import { inputError } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { readSettings, type Settings } from "../../store/published.js";
import { addCodes, countCodes, countFreeCodes, takeCode } from "./code-pool.sql.js";
import type { GiftCardCodes } from "./gift-card-accounts.types.js";

const group = "giftcard/giftcardaccount_general";
const names = ["code_length", "code_format", "code_prefix", "code_suffix", "code_split", "pool_size"] as const;
const threshold = `${group}/pool_threshold`;
const paths = names.map((name) => `${group}/${name}`);

/** Letters and digits that are not easily confused. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const alphabets: Readonly<Record<string, string>> = {
  alphanumeric: `${letters}23456789`,
  alphabetic: letters,
  numeric: "0123456789",
};

const everywhere = { storeId: 0, websiteId: 0 };
/** Rounds in which codes are made until there are enough: some may be taken already. */
const mostRounds = 5;
const longestCode = 64;
/** Cards that are created between two warnings of few codes. */
const cardsForWarning = 10;

/** Makes a code by the settings. Prefix, suffix and dashes do not count as its length. */
function newCode(settings: Settings): string {
  const of = (name: (typeof names)[number]) => settings.value(`${group}/${name}`, everywhere);
  const alphabet = alphabets[of("code_format")] ?? letters;
  const length = Math.min(Math.max(Number(of("code_length")), 1), longestCode);
  const characters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? "");
  const split = Number(of("code_split"));
  const withDashes = characters.map((one, at) => (split > 0 && at > 0 && at % split === 0 ? `-${one}` : one)).join("");
  return `${of("code_prefix")}${withDashes}${of("code_suffix")}`;
}

/** Makes as many codes as the pool has. Throws 400 if there are too few of that form. */
export async function makeCodes(db: Db): Promise<void> {
  const settings = await readSettings(db, paths);
  let missing = settings.number(`${group}/pool_size`, everywhere) || 1;
  for (let round = 0; missing > 0 && round < mostRounds; round += 1) {
    missing -= await addCodes(
      db,
      Array.from({ length: missing }, () => newCode(settings)),
    );
  }
  if (missing > 0) throw inputError("There are too few codes of that form. Make codes longer.");
}

/** Takes a code from the pool; makes new ones if none is free. Logs a warning for every tenth card while few are left. */
export async function codeFromPool({ db, log }: Context): Promise<string> {
  const found = await takeCode(db);
  if (found === undefined) await makeCodes(db);
  const code = found ?? (await takeCode(db));
  if (code === undefined) throw new Error("there is no code for a gift card");
  const least = (await readSettings(db, [threshold])).number(threshold, everywhere);
  const free = await countFreeCodes(db, least);
  if (free < least && (least - free) % cardsForWarning === 1)
    log.warn({ free, threshold: least }, "few codes of gift cards are left");
  return code;
}

/** Returns how many codes there are. */
export async function codePool({ db }: Pick<Context, "db">): Promise<GiftCardCodes> {
  const [counts, settings] = await Promise.all([countCodes(db), readSettings(db, [threshold])]);
  return { ...counts, threshold: settings.number(threshold, everywhere) };
}
