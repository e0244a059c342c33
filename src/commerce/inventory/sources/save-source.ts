import { couldNotSave, notFound, validationFailed } from "../../../api/call/errors.js";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { isUniqueViolation } from "../../../platform/db/sql-errors.js";
import { withCoordinates } from "./locate-source.js";
import { brokenSourceRules, isStorable } from "./source-rules.js";
import { isNameTaken, readSource, writeSource } from "./sources.rows.js";
import type { InventorySource } from "./sources.types.js";

/** Returns the source. Throws 404 for an unknown code. */
export async function requireSource(db: Db, code: string): Promise<InventorySource> {
  const source = await readSource(db, code);
  if (!source) throw notFound('Source with code "%value" does not exist.', { value: code });
  return source;
}

/**
 * Creates a source, or changes the one with the code. With `config`, a source without coordinates gets those of its
 * address, if they are found. Throws 400 with every rule that the source breaks.
 */
export async function saveSource(db: Db, source: InventorySource, config?: Config): Promise<void> {
  const broken = brokenSourceRules(source);
  if (broken.length > 0) throw validationFailed(broken);
  const [code, name] = [source.source_code ?? "", source.name ?? ""];
  if (!isStorable(source) || (await isNameTaken(db, { name, code }))) throw couldNotSaveSource();
  const located = config ? await withCoordinates(db, config, source) : source;
  await writeSource(db, code, located).catch((error: unknown) => {
    throw isUniqueViolation(error) ? couldNotSaveSource(error) : error;
  });
}

const couldNotSaveSource = (cause?: unknown) => couldNotSave("Could not save Source", cause);
