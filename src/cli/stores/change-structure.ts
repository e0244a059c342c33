import type { Db } from "../../platform/db/database.js";
import { withPreparedDatabase } from "../database/database-commands.js";
import type { JsonOption } from "../options.js";
import { Output } from "../output.js";

/** Returns the id of a website, store or store view by its code. Throws for an unknown code. */
export function idOf(
  code: string,
  of: { readonly what: string; readonly among: readonly { id: number; code: string }[] },
) {
  const found = of.among.find((one) => one.code === code);
  if (!found) throw new Error(`The ${of.what} ${code} does not exist. To list them: bin/portico store:list`);
  return found.id;
}

/** Changes the structure in one transaction and prints the result. */
export function changeStructure<Result extends object>(
  { json }: JsonOption,
  work: (db: Db) => Promise<{ readonly result: Result; readonly said: string }>,
): Promise<void> {
  const output = new Output(json);
  return withPreparedDatabase(output, async (db) => {
    const { result, said } = await db.transaction(work);
    output.result(result, [said]);
  });
}
