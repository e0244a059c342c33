import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, Rest } from "../contract/rest.js";

@Contract("Backend")
@Resolver()
export class ModuleService {
  @Rest("GET /V1/modules", "Magento_Backend::admin")
  @Query(() => [String], {
    name: "modules",
    description:
      "Names of the Magento modules whose routes are available, such as Magento_Catalog, in alphabetical order.",
  })
  getModules(@Ctx() ctx: Context): string[] {
    return [...ctx.modules];
  }
}
