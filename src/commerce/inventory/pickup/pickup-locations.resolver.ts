import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import type { Configured } from "../../../config.js";
import { PickupLocationSearchRequest, PickupLocationSearchResult } from "./pickup-locations.types.js";
import { searchPickupLocations } from "./search-pickup-locations.js";

@Contract("InventoryInStorePickupApi", "GetPickupLocations")
@Resolver()
export class GetPickupLocations {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/in-store-pickup/pickup-locations", "anonymous")
  @Query(() => PickupLocationSearchResult, {
    name: "pickupLocations",
    description:
      "Searches the places of a sales channel where customers can pick up their orders: in an area, by address, or those that have some products.",
  })
  execute(
    @Arg("searchRequest", () => PickupLocationSearchRequest, { description: "The search." })
    searchRequest: PickupLocationSearchRequest,
    @Ctx() ctx: Context,
  ): Promise<PickupLocationSearchResult> {
    return searchPickupLocations(searchRequest, { ...ctx, ...this.dependencies });
  }
}
