import { t } from "./translate.js";

/** The names that price teams use for routes. The first match counts. */
const titles = (): readonly (readonly [route: RegExp, title: string])[] => [
  [/\/undo$/, t("Undo of price changes")],
  [/\/price-imports/, t("Price file")],
  [/\/price-schedules/, t("Scheduled prices")],
  [/\/price-proposals/, t("Approved prices")],
  [/DELETE .*\/special-price|special-price-delete/, t("Special prices deleted")],
  [/\/special-price/, t("Special prices")],
  [/\/base-prices/, t("Base prices")],
  [/\/tier-prices-delete/, t("Tier prices deleted")],
  [/\/tier-prices|\/group-prices/, t("Tier prices")],
  [/\/cost-delete/, t("Costs deleted")],
  [/\/cost/, t("Costs")],
  [/(POST|PUT) \/V1\/products(\/:sku)?$/, t("Products")],
  [/DELETE \/V1\/products\/:sku$/, t("Products deleted")],
  [/\/inventory\/source-items/, t("Stock of sources")],
  [/\/stockItems/, t("Stock")],
  [/(POST|PUT) \/V1\/categories(\/:id)?$/, t("Categories")],
  [/(POST|PUT) \/V1\/customers/, t("Customers")],
];

interface Described {
  readonly route: string;
  readonly description: string;
}

/** Returns a short title of a bulk, or the description of its route if there is none. */
export const titleOf = ({ route, description }: Described): string =>
  titles().find(([pattern]) => pattern.test(route))?.[1] ?? description;
