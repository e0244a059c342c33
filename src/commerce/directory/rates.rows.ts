import type { Db } from "../../platform/db/database.js";
import type { Row } from "../../platform/db/models.js";

type Pair = Pick<Row<"currencyRate">, "currency_from" | "currency_to">;

/** Returns all exchange rates, by currency. */
export const readAllRates = (db: Db): Promise<Row<"currencyRate">[]> =>
  db.models.currencyRate.findMany({ orderBy: [{ currency_from: "asc" }, { currency_to: "asc" }] });

/** Returns the known rates from a currency to others. */
export const readRates = (db: Db, from: string, to: readonly string[]): Promise<Row<"currencyRate">[]> =>
  db.models.currencyRate.findMany({ where: { currency_from: from, currency_to: { in: [...to] } } });

/** Stores an exchange rate, or replaces it. */
export async function writeRate(db: Db, { rate, ...pair }: Row<"currencyRate">): Promise<void> {
  await db.models.currencyRate.upsert({
    where: { currency_from_currency_to: pair },
    create: { ...pair, rate },
    update: { rate },
  });
}

/** Deletes an exchange rate. Returns whether there was one. */
export async function removeRate(db: Db, pair: Pair): Promise<boolean> {
  return (await db.models.currencyRate.deleteMany({ where: pair })).count > 0;
}
