import { Arg, Ctx, Int, Query, Resolver } from "type-graphql";
import type { CatalogDependencies } from "../catalog-context.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { renderProducts } from "./product-render.js";
import { ProductRenderSearchResults } from "./product-render.types.js";

@Contract("Catalog", "ProductRenderList")
@Resolver()
export class ProductRenderList {
  constructor(private readonly dependencies: CatalogDependencies) {}

  @Rest("GET /V1/products-render-info", "anonymous")
  @Query(() => ProductRenderSearchResults, {
    name: "productRenderInfo",
    description: "The data that a storefront needs to list the products visible in a store view.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Arg("storeId", () => Int, { description: "Id of the store view." }) storeId: number,
    @Arg("currencyCode", () => String, {
      description: "ISO code of the currency, which must be the base currency of the store view's website.",
    })
    currencyCode: string,
    @Ctx() ctx: Context,
  ): Promise<ProductRenderSearchResults> {
    return { items: await renderProducts(searchCriteria, { storeId, currencyCode }, { ...ctx, ...this.dependencies }) };
  }
}
