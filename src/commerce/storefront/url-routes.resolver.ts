import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { noSuchEntity } from "../../api/call/errors.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { findRoute } from "./find-route.js";
import { UrlRoute } from "./url-route.types.js";

@Contract("Storefront", "UrlRoute")
@Resolver()
export class UrlRoutes {
  @Rest("GET /V1/store/url-route", "Magento_Catalog::products", { publicRead: true })
  @Query(() => UrlRoute, {
    name: "urlRoute",
    description: "The product, category or CMS page that a store view shows at a path of its storefront.",
  })
  async get(
    @Arg("path", () => String, {
      description:
        "Path below the base URL of the store view, such as `shirts/blue-shirt.html`; empty for the home page.",
    })
    path: string,
    @Ctx() ctx: Context,
  ): Promise<UrlRoute> {
    const found = await findRoute(path, ctx);
    if (!found) throw noSuchEntity("path", path);
    return found;
  }
}
