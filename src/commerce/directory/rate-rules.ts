import { audit, type By } from "../../api/auth/audit.rows.js";
import { aggregate, inputError, invalidValue, noSuchEntity, type Reason } from "../../api/call/errors.js";
import { plainDecimal } from "../../api/contract/scalars.js";
import type { Db } from "../../platform/db/database.js";
import { fit, rateColumn } from "../../platform/money/columns.js";
import { readSettings, readStoreViews } from "../store/published.js";
import { readAllRates, removeRate, writeRate } from "./rates.rows.js";
import type { CurrencyRate } from "./rates.types.js";

const known = new Set(Intl.supportedValuesOf("currency"));
/** Paths of the settings of the base currency and the display currency. */
export const currencyPaths = { base: "currency/options/base", shown: "currency/options/default" } as const;

/** Returns all exchange rates, by currency. */
export async function readRates(db: Db): Promise<CurrencyRate[]> {
  return (await readAllRates(db)).map((row) => ({ ...row, rate: plainDecimal(row.rate) }));
}

/**
 * Stores exchange rates, all or none. Runs in a transaction. Throws 400 for unknown currencies, rates that are not
 * above zero, and a rate of a currency to itself that is not 1.
 */
export async function setRates(db: Db, given: readonly CurrencyRate[], by?: By): Promise<void> {
  const rows = given.map(checkRate);
  const reasons = rows.flatMap((row) => row.reasons);
  if (reasons.length > 0) throw aggregate(reasons);
  for (const { reasons: _, ...row } of rows) {
    await writeRate(db, row);
    const name = `${row.currency_from} ${row.currency_to} ${row.rate}`;
    await audit(db, by, { event: "currency rate changed", type: null, id: null, name });
  }
}

function checkRate({ currency_from, currency_to, rate }: CurrencyRate) {
  const [from, to] = [currency_from.toUpperCase(), currency_to.toUpperCase()];
  const fitting = fit(rate, rateColumn);
  const reasons: Reason[] = [];
  if (!known.has(from)) reasons.push(invalidValue("currency_from", currency_from));
  if (!known.has(to)) reasons.push(invalidValue("currency_to", currency_to));
  if (fitting === undefined || (from === to && plainDecimal(fitting) !== "1")) reasons.push(invalidValue("rate", rate));
  return { currency_from: from, currency_to: to, rate: fitting ?? "", reasons };
}

/** The codes of two currencies, in upper or lower case. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/**
 * Deletes an exchange rate. Runs in a transaction. Throws 404 if there is none, 400 if a store view uses it to show
 * prices.
 */
export async function deleteRate(db: Db, given: Pair, by?: By): Promise<void> {
  const [currency_from, currency_to] = [given.from.toUpperCase(), given.to.toUpperCase()];
  const users = await findViewsWith(db, currency_from, currency_to);
  if (users.length > 0) {
    throw inputError(
      "The rate from %from to %to cannot be deleted. These store views use it to show prices: %references.",
      {
        from: currency_from,
        to: currency_to,
        references: users.join(", "),
      },
    );
  }
  if (!(await removeRate(db, { currency_from, currency_to }))) {
    throw noSuchEntity("currency_from", currency_from, ["currency_to", currency_to]);
  }
  const name = `${currency_from} ${currency_to}`;
  await audit(db, by, { event: "currency rate deleted", type: null, id: null, name });
}

/** Returns the codes of the store views with the base currency whose default display currency is the other one. */
async function findViewsWith(db: Db, from: string, to: string): Promise<string[]> {
  const [settings, views] = [await readSettings(db, Object.values(currencyPaths)), await readStoreViews(db)];
  return views
    .filter(({ id, website_id }) => {
      const scope = { storeId: id, websiteId: website_id };
      return (
        id !== 0 &&
        settings.value(currencyPaths.base, scope) === from &&
        settings.value(currencyPaths.shown, scope) === to
      );
    })
    .map(({ code }) => code);
}
