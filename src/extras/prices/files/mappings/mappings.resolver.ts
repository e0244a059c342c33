import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import { deleteMapping, saveMapping } from "./mapping-rules.js";
import { readMappings } from "./mappings.rows.js";
import { PriceImportMapping } from "./mappings.types.js";

const permission = "Portico_Prices::files";

@Contract("Prices", "PriceImportMapping")
@Resolver()
export class PriceImportMappings {
  @Rest("GET /V1/price-import-mappings", permission)
  @Query(() => [PriceImportMapping], {
    name: "priceImportMappings",
    description: "The saved mappings of columns of price files, by name.",
  })
  getList(@Ctx() { db }: Context): Promise<PriceImportMapping[]> {
    return readMappings(db);
  }

  @Rest("POST /V1/price-import-mappings", permission, { immediate: true })
  @Mutation(() => PriceImportMapping, {
    name: "savePriceImportMapping",
    description: "Saves a mapping of columns of price files, in place of the one with its name.",
  })
  save(
    @Arg("mapping", () => PriceImportMapping, { description: "The mapping." }) mapping: PriceImportMapping,
    @Ctx() { db }: Context,
  ): Promise<PriceImportMapping> {
    return saveMapping(db, mapping);
  }

  @Rest("DELETE /V1/price-import-mappings/:name", permission, { immediate: true })
  @Mutation(() => Boolean, {
    name: "deletePriceImportMapping",
    description: "Deletes a mapping of columns of price files. 404 for an unknown name.",
  })
  delete(
    @Arg("name", () => String, { description: "Name of the mapping, case-insensitive." }) name: string,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    return deleteMapping(db, name);
  }
}
