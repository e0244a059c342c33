import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { invalid } from "../../call/errors.js";
import type { Context } from "../../call/context.js";
import type { Configured } from "../../config.js";
import { Contract, Rest } from "../../contract/rest.js";
import { Decimal, type DecimalText } from "../../contract/scalars.js";
import { SourceSelectionAddress } from "../source-selection/source-selection.types.js";
import { openDistanceProvider, openLocator, readProviderCode } from "./distance-provider.js";
import { LatLng } from "./distances.types.js";

const permission = "Magento_InventoryApi::source";

@Contract("InventoryDistanceBasedSourceSelectionApi")
@Resolver()
export class GetDistanceProviderCode {
  @Rest("GET /V1/inventory/get-distance-provider-code", permission)
  @Query(() => String, {
    name: "distanceProvider",
    description: "Returns the code of the provider of distances that the settings name: `google` or `offline`.",
  })
  execute(@Ctx() { db }: Context): Promise<string> {
    return readProviderCode(db);
  }
}

@Contract("InventoryDistanceBasedSourceSelectionApi")
@Resolver()
export class GetDistance {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/get-distance", permission)
  @Query(() => Decimal, {
    name: "distance",
    description: "Returns the distance of two places in metres; in seconds where the provider is set to measure time.",
  })
  async execute(
    @Arg("source", () => LatLng, { description: "One place." }) source: LatLng,
    @Arg("destination", () => LatLng, { description: "The other place." }) destination: LatLng,
    @Ctx() { db }: Context,
  ): Promise<DecimalText> {
    const provider = await openDistanceProvider(db, this.dependencies.config);
    return String(await provider.distance(placeOf(source), placeOf(destination)));
  }
}

const placeOf = ({ lat, lng }: LatLng) => ({ lat: degrees("lat", lat), lng: degrees("lng", lng) });

function degrees(name: string, given: DecimalText): number {
  const value = Number(given);
  if (!Number.isFinite(value)) throw invalid(name, given);
  return value;
}

@Contract("InventoryDistanceBasedSourceSelectionApi")
@Resolver()
export class GetLatLngFromAddress {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/get-latlng-from-address", permission)
  @Query(() => LatLng, {
    name: "placeOfAddress",
    description: "Returns where an address is, by the provider of distances that the settings name.",
  })
  async execute(
    @Arg("address", () => SourceSelectionAddress, { description: "The address." }) address: SourceSelectionAddress,
    @Ctx() { db }: Context,
  ): Promise<LatLng> {
    const provider = await openLocator(db, this.dependencies.config);
    const { lat, lng } = await provider.locate(address);
    return { lat: String(lat), lng: String(lng) };
  }
}
