import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { noSuchEntity } from "../../api/call/errors.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { readShelf, searchShelves } from "./shelves.rows.js";
import { Shelf, ShelfSearchResults } from "./shelves.types.js";

const permission = "Magento_Catalog::catalog_inventory";

@Contract("Warehouse", "ShelfRepository")
@Resolver()
export class ShelfRepository {
  @Rest("GET /V1/shelves/:code", permission)
  @Query(() => Shelf, { name: "shelf", description: "A shelf." })
  async get(
    @Arg("code", () => String, { description: "Code of the shelf, case-insensitive." }) code: string,
    @Ctx() ctx: Context,
  ): Promise<Shelf> {
    const shelf = await readShelf(ctx.db, code);
    if (!shelf) throw noSuchEntity("code", code);
    return shelf;
  }

  @Rest("GET /V1/shelves", permission)
  @Query(() => ShelfSearchResults, { name: "shelves", description: "Searches shelves by their fields." })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<ShelfSearchResults> {
    return searchShelves(ctx.db, searchCriteria);
  }
}
