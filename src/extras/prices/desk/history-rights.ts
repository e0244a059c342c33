import { inputError } from "../../../api/call/errors.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { historyField } from "./priced-product-fields.sql.js";

/** Whether a search is by the time of changes. */
export const searchesHistory = ({ filter_groups: groups }: Pick<SearchCriteria, "filter_groups">): boolean =>
  groups?.some(({ filters }) => filters?.some(({ field }) => field === historyField)) ?? false;

/** Throws 400 for a search by the time of changes without the right to the history. */
export function requireFields(criteria: Pick<SearchCriteria, "filter_groups">, hasHistory: boolean): void {
  if (searchesHistory(criteria) && !hasHistory)
    throw inputError("The field %1 needs the resource %2.", [historyField, "Portico_Prices::history"]);
}
