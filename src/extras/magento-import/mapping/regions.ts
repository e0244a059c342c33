import { type Entity, entitiesOf, numberOf, textOf } from "../entity.js";
import type { WriteContext } from "../kind.js";

/** A region as another shop describes it. */
interface SourceRegion {
  readonly country: string;
  readonly code: string;
  readonly name: string;
}

/**
 * Returns Portico's id of a region by its code or name, because ids of regions can differ; undefined for an unknown
 * region.
 */
export async function findRegionId(region: SourceRegion, { shop, cached }: WriteContext): Promise<number | undefined> {
  const { country, code, name } = region;
  const regions = await cached(`regions of ${country}`, async () => {
    const answer = (await shop.get(`/directory/countries/${country}`)) as Entity;
    return entitiesOf(answer["available_regions"]);
  });
  const found = regions.find((one) => textOf(one, "code") === code || textOf(one, "name") === name);
  return found && numberOf(found, "id");
}
