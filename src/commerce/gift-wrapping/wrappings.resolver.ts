import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { noSuchEntity } from "../../api/call/errors.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { saveWrapping, toWrappings, type WrappingDependencies, requireWrapping } from "./save-wrapping.js";
import { deleteWrapping, searchWrappings } from "./wrappings.rows.js";
import { GiftWrapping, GiftWrappingSearchResults } from "./wrappings.types.js";

const permission = "Magento_GiftWrapping::magento_giftwrapping";
const edition = "commerce";
const store = {
  nullable: true,
  description: "Id of the store view of the name; 0, the default, means all store views.",
};

@Contract("GiftWrapping", "WrappingRepository", { aggregate: "gift-wrapping" })
@Resolver()
export class WrappingRepository {
  constructor(private readonly dependencies: WrappingDependencies) {}

  @Rest("GET /V1/gift-wrappings/:id", permission, { edition })
  @Query(() => GiftWrapping, { name: "giftWrapping", description: "A gift wrapping, with its name in a store view." })
  get(
    @Arg("id", () => Int, { description: "Id of the wrapping." }) id: number,
    @Arg("storeId", () => Int, store) storeId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<GiftWrapping> {
    return requireWrapping(ctx, { id, storeId: storeId ?? 0 }, this.dependencies);
  }

  @Rest("GET /V1/gift-wrappings", permission, { edition })
  @Query(() => GiftWrappingSearchResults, {
    name: "giftWrappings",
    description: "Searches gift wrappings by wrapping_id, design, status, base_price and website_ids.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<GiftWrappingSearchResults> {
    const page = await searchWrappings(ctx.db, searchCriteria);
    const shown = { storeId: ctx.scope.storeId, dependencies: this.dependencies };
    return { ...page, items: await toWrappings(ctx, page.items, shown) };
  }

  @Rest("POST /V1/gift-wrappings", permission, { edition, keys: ["data.wrapping_id"] })
  @Rest("PUT /V1/gift-wrappings/:wrappingId", permission, { edition, path: { wrappingId: "data.wrapping_id" } })
  @Mutation(() => GiftWrapping, {
    name: "saveGiftWrapping",
    description: "Creates a gift wrapping or, with an id, changes the fields sent.",
  })
  save(
    @Arg("data", () => GiftWrapping, { description: "The wrapping." }) data: GiftWrapping,
    @Arg("storeId", () => Int, store) storeId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<GiftWrapping> {
    const given = { id: data.wrapping_id ?? undefined, storeId: storeId ?? 0, data };
    return saveWrapping(ctx, given, this.dependencies);
  }

  @Rest("DELETE /V1/gift-wrappings/:id", permission, { edition })
  @Mutation(() => Boolean, {
    name: "deleteGiftWrapping",
    description: "Deletes a gift wrapping. Active carts lose it at their next change; orders keep it.",
  })
  async deleteById(
    @Arg("id", () => Int, { description: "Id of the wrapping." }) id: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    if (!(await deleteWrapping(ctx.db, id))) throw noSuchEntity("wrappingId", id);
    this.dependencies.media.scheduleRemoval(ctx.db);
    return true;
  }
}
