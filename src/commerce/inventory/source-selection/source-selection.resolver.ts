import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { openDistanceProvider } from "../distances/open-distance-provider.js";
import { algorithms, selectFor } from "./source-selection.js";
import { InventoryRequest, SourceSelectionAlgorithm, SourceSelectionResult } from "./source-selection.types.js";

@Contract("InventorySourceSelectionApi", "GetSourceSelectionAlgorithmList")
@Resolver()
export class GetSourceSelectionAlgorithmList {
  @Rest(
    "GET /V1/inventory/source-selection-algorithm-list",
    "Magento_InventorySourceSelectionApi::source_selection_algorithm",
  )
  @Query(() => [SourceSelectionAlgorithm], {
    name: "sourceSelectionAlgorithms",
    description: "Returns the algorithms that choose the sources to ship from.",
  })
  execute(): SourceSelectionAlgorithm[] {
    return [...algorithms];
  }
}

@Contract("InventorySourceSelectionApi", "SourceSelectionService", { aggregate: "inventory-stock" })
@Resolver()
export class SourceSelectionService {
  constructor(private readonly dependencies: Configured) {}

  @Rest(
    "POST /V1/inventory/source-selection-algorithm-result",
    "Magento_InventorySourceSelectionApi::source_selection_algorithm_post",
    { keys: ["inventoryRequest.stock_id"] },
  )
  @Query(() => SourceSelectionResult, {
    name: "selectSources",
    description: "Proposes the sources to ship from, by priority or by distance. Changes nothing.",
  })
  execute(
    @Arg("inventoryRequest", () => InventoryRequest, { description: "The products to ship." })
    inventoryRequest: InventoryRequest,
    @Arg("algorithmCode", () => String, { description: "Code of the algorithm, `priority` or `distance`." })
    algorithmCode: string,
    @Ctx() { db }: Context,
  ): Promise<SourceSelectionResult> {
    const openProvider = () => openDistanceProvider(db, this.dependencies.config);
    return selectFor(inventoryRequest, algorithmCode, { db, openProvider });
  }
}
