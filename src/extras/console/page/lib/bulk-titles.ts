/** The names that price teams use for routes. The first match counts. */
const titles: readonly (readonly [route: RegExp, title: string])[] = [
  [/\/undo$/, "Undo of price changes"],
  [/\/price-imports/, "Price file"],
  [/\/price-schedules/, "Scheduled prices"],
  [/\/price-proposals/, "Approved prices"],
  [/DELETE .*\/special-price|special-price-delete/, "Special prices deleted"],
  [/\/special-price/, "Special prices"],
  [/\/base-prices/, "Base prices"],
  [/\/tier-prices-delete/, "Tier prices deleted"],
  [/\/tier-prices|\/group-prices/, "Tier prices"],
  [/\/cost-delete/, "Costs deleted"],
  [/\/cost/, "Costs"],
  [/(POST|PUT) \/V1\/products(\/:sku)?$/, "Products"],
  [/DELETE \/V1\/products\/:sku$/, "Products deleted"],
  [/\/inventory\/source-items/, "Stock of sources"],
  [/\/stockItems/, "Stock"],
  [/(POST|PUT) \/V1\/categories(\/:id)?$/, "Categories"],
  [/(POST|PUT) \/V1\/customers/, "Customers"],
];

interface Described {
  readonly route: string;
  readonly description: string;
}

/** Returns a short title of a bulk, or the description of its route if there is none. */
export const titleOf = ({ route, description }: Described): string =>
  titles.find(([pattern]) => pattern.test(route))?.[1] ?? description;
