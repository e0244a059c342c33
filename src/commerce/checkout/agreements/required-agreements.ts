import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { readSettings, type SettingScope } from "../../store/published.js";
import { readRequiredAgreements } from "./agreements.rows.js";

const enabled = "checkout/options/enable_agreements";

/** Whether terms and conditions are enabled in a store view. */
export const hasAgreements = async (db: Db, scope: SettingScope): Promise<boolean> =>
  (await readSettings(db, [enabled])).isOn(enabled, scope);

/** Throws 400 unless the shopper agreed to all terms that the store view requires. Other ids are ignored. */
export async function checkAgreements(db: Db, scope: SettingScope, agreed: readonly string[]): Promise<void> {
  if (!(await hasAgreements(db, scope))) return;
  const given = new Set(agreed.map((id) => id.trim()));
  const required = await readRequiredAgreements(db, scope.storeId);
  if (required.every((id) => given.has(String(id)))) return;
  throw inputError(
    "The order wasn't placed. First, agree to the terms and conditions, then try placing your order again.",
  );
}
