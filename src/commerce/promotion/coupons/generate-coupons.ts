import { randomBytes } from "node:crypto";
import { inputError, invalid } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, type Row } from "../../../platform/db/models.js";
import { insertCodes } from "./coupons.rows.js";
import type { CouponGenerationSpec } from "./coupons.types.js";
import { hasGeneratedCodes } from "../sales-rule.js";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
const alphabets: ReadonlyMap<string, string> = new Map([
  ["alphanum", letters + digits],
  ["alpha", letters],
  ["num", digits],
]);

const maxCodes = 250_000;
const maxCodeLength = 255;
/** Number of codes that one statement writes. */
const batchSize = 10_000;
/** Maximum number of rounds in which taken codes are replaced by others. */
const maxRounds = 10;
/** The largest share of all combinations that the codes may use. */
const maxShare = 0.25;

const notGenerated = (reason: string) => inputError("Error occurred when generating coupons: %1", [reason]);
const tooMany = () =>
  notGenerated("We cannot create the requested Coupon Qty. Please check your settings and try again.");

/**
 * Generates codes of a rule and returns them. Creates all of them or none. Throws 400 for an unknown rule, for a rule that
 * does not allow generated codes, and for more than 250,000 codes.
 */
export async function generateCoupons(db: Db, given: CouponGenerationSpec): Promise<string[]> {
  const { rule_id, quantity } = checkedSpec(given);
  const maker = new CodeGenerator(given, quantity);
  const [rule] = await lock(db, "salesRule", { rule_id: [rule_id], for: "share" });
  if (!rule) throw notGenerated(`No such entity with rule_id = ${rule_id}`);
  if (!hasGeneratedCodes(rule)) throw notGenerated("Specified rule does not allow automatic coupon generation");
  const codes: string[] = [];
  while (codes.length < quantity) {
    codes.push(...(await writeBatch(db, rule, { maker, size: Math.min(batchSize, quantity - codes.length) })));
  }
  return codes;
}

function checkedSpec({ rule_id, quantity, length }: CouponGenerationSpec) {
  if (!rule_id || !quantity || !length) throw inputError("One or more input exceptions have occurred.");
  if (quantity < 0 || quantity > maxCodes) throw tooMany();
  return { rule_id, quantity };
}

interface Batch {
  readonly maker: CodeGenerator;
  readonly size: number;
}

async function writeBatch(db: Db, rule: Row<"salesRule">, { maker, size }: Batch): Promise<string[]> {
  const written: string[] = [];
  for (let round = 0; written.length < size; round++) {
    if (round === maxRounds) throw tooMany();
    written.push(...(await insertCodes(db, rule, maker.generateCodes(size - written.length))));
  }
  return written;
}

/** Creates random codes without repetition. */
class CodeGenerator {
  private readonly generatedCodes = new Set<string>();
  private readonly alphabet: string;
  private readonly length: number;
  private readonly delimiter: string;

  constructor(
    private readonly spec: CouponGenerationSpec,
    quantity: number,
  ) {
    const alphabet = alphabets.get(spec.format || "alphanum");
    if (alphabet === undefined) throw invalid("format", spec.format ?? "");
    const length = spec.length ?? 0;
    const { delimiter_at_every } = spec;
    if (length < 0 || length > maxCodeLength) throw invalid("length", length);
    if (delimiter_at_every != null && delimiter_at_every < 0) throw invalid("delimiter_at_every", delimiter_at_every);
    this.alphabet = alphabet;
    this.delimiter = spec.delimiter ?? "-";
    this.length = length;
    while (quantity / alphabet.length ** this.length > maxShare) this.length++;
    const [longest = ""] = this.generateCodes(1);
    if (longest.length > maxCodeLength) throw invalid("length", length);
  }

  /** Returns up to `count` new codes. */
  generateCodes(count: number): string[] {
    const codes: string[] = [];
    for (let index = 0; index < count; index++) {
      const code = `${this.spec.prefix ?? ""}${this.delimited(this.random())}${this.spec.suffix ?? ""}`;
      if (this.generatedCodes.has(keyOf(code))) continue;
      this.generatedCodes.add(keyOf(code));
      codes.push(code);
    }
    return codes;
  }

  private delimited(text: string): string {
    const every = this.spec.delimiter_at_every ?? 0;
    if (every === 0) return text;
    const groups = text.match(new RegExp(`.{1,${every}}`, "g")) ?? [];
    return groups.join(this.delimiter);
  }

  /** Returns equally likely characters. Bytes beyond the last multiple of the alphabet's length are dropped. */
  private random(): string {
    const usable = 256 - (256 % this.alphabet.length);
    let text = "";
    while (text.length < this.length) {
      for (const byte of randomBytes(this.length - text.length)) {
        if (byte < usable) text += this.alphabet.charAt(byte % this.alphabet.length);
      }
    }
    return text;
  }
}
