import { inputError } from "../../../api/call/errors.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { historyField } from "./priced-product-fields.sql.js";

/** Throws 400 for a search by the time of changes without the right to the history. */
export function requireFields(
  { filter_groups: groups }: Pick<SearchCriteria, "filter_groups">,
  hasHistory: boolean,
): void {
  const isAsked = groups?.some(({ filters }) => filters?.some(({ field }) => field === historyField));
  if (isAsked && !hasHistory)
    throw inputError("The field %1 needs the resource %2.", [historyField, "Portico_Prices::history"]);
}
