import qs from "qs";

/** Limits that leave room for nested search criteria and long filter lists. */
const options = { depth: 8, arrayLimit: 1000, parameterLimit: 10_000 };

/** Parses a query string with nested names, `a[b][c]=1`. */
export const parseQuery = (search: string): Readonly<Record<string, unknown>> =>
  search === "" ? {} : qs.parse(withoutBareNames(search), options);

/** Removes names without a value. PHP reads `searchCriteria&searchCriteria[pageSize]=1` as the nested value only. */
function withoutBareNames(search: string): string {
  const nested = new Set(Array.from(search.matchAll(/(?<=^|&)(\w+)(?:\[|%5B)/gi), ([, name]) => name));
  if (nested.size === 0) return search;
  return search.replace(/(?<=^|&)(\w+)=?(?=&|$)/g, (bare: string, name: string) => (nested.has(name) ? "" : bare));
}
