import { Query, Resolver } from "type-graphql";
import { Contract, Rest } from "../../api/contract/rest.js";

@Contract("Backend", "ModuleService")
@Resolver()
export class ModuleService {
  constructor(private readonly dependencies: { readonly modules: readonly string[] }) {}

  @Rest("GET /V1/modules", "Magento_Backend::admin")
  @Query(() => [String], {
    name: "modules",
    description:
      "Names of the Magento modules whose routes are available, such as Magento_Catalog, in alphabetical order.",
  })
  getModules(): string[] {
    return [...this.dependencies.modules];
  }
}
