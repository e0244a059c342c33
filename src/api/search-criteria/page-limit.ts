import { inputError } from "../call/errors.js";
import type { Config } from "../../config.js";

type PageConfig = Pick<Config, "PORTICO_PAGE_LIMIT" | "PORTICO_PAGE_SIZE">;
type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call, with the default page size if its search criteria have none. Throws Magento's 400
 * for a page size above the limit.
 */
export function withPageLimit(
  args: Arguments,
  { PORTICO_PAGE_LIMIT: limit, PORTICO_PAGE_SIZE: usual }: PageConfig,
): Arguments {
  const { searchCriteria } = args;
  if (typeof searchCriteria !== "object" || searchCriteria === null) return args;
  const given = "page_size" in searchCriteria ? searchCriteria.page_size : undefined;
  const ahead = "isAhead" in searchCriteria && searchCriteria.isAhead ? 1 : 0;
  if (limit > 0 && typeof given === "number" && given > limit + ahead) {
    throw inputError("Maximum SearchCriteria pageSize is %max", { max: limit });
  }
  return usual > 0 && given == null ? { ...args, searchCriteria: { ...searchCriteria, page_size: usual } } : args;
}
