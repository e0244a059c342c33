import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Configured } from "../../config.js";
import type { Context } from "../../api/call/context.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { searchCatalog } from "./search-catalog.js";
import { CatalogSearchCriteria, CatalogSearchResult } from "./search.types.js";

@Contract("Search", "Search")
@Resolver()
export class Search {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/search", "anonymous")
  @Query(() => CatalogSearchResult, {
    name: "searchCatalog",
    description:
      "Searches the enabled, visible products of a store view by words and filters. The most relevant come first by default.",
  })
  search(
    @Arg("searchCriteria", () => CatalogSearchCriteria, { description: "Search criteria. The first page is 0." })
    searchCriteria: CatalogSearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CatalogSearchResult> {
    return searchCatalog(searchCriteria, { ...ctx, ...this.dependencies });
  }
}
