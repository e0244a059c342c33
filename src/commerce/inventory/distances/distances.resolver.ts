import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { invalid } from "../../../api/call/errors.js";
import type { Context } from "../../../api/call/context.js";
import type { Configured } from "../../../config.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { Decimal, type DecimalText } from "../../../api/contract/scalars.js";
import { SourceSelectionAddress } from "../source-selection/source-selection.types.js";
import type { Place } from "./distance-provider.js";
import { openDistanceProvider, openLocator, readProviderCode } from "./open-distance-provider.js";
import { LatLng } from "./distances.types.js";

const permission = "Magento_InventoryApi::source";

@Contract("InventoryDistanceBasedSourceSelectionApi", "GetDistanceProviderCode")
@Resolver()
export class GetDistanceProviderCode {
  @Rest("GET /V1/inventory/get-distance-provider-code", permission)
  @Query(() => String, {
    name: "distanceProvider",
    description: "Returns the code of the configured distance provider: `google` or `offline`.",
  })
  execute(@Ctx() { db }: Context): Promise<string> {
    return readProviderCode(db);
  }
}

@Contract("InventoryDistanceBasedSourceSelectionApi", "GetDistance")
@Resolver()
export class GetDistance {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/get-distance", permission)
  @Query(() => Decimal, {
    name: "distance",
    description:
      "Returns the distance between two positions in meters, or in seconds if the provider is configured to measure time.",
  })
  async execute(
    @Arg("source", () => LatLng, { description: "One position." }) source: LatLng,
    @Arg("destination", () => LatLng, { description: "The other position." }) destination: LatLng,
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

@Contract("InventoryDistanceBasedSourceSelectionApi", "GetLatLngFromAddress")
@Resolver()
export class GetLatLngFromAddress {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/get-latlng-from-address", permission)
  @Query(() => LatLng, {
    name: "placeOfAddress",
    description: "Returns the position of an address, as found by the configured distance provider.",
  })
  async execute(
    @Arg("address", () => SourceSelectionAddress, { description: "The address." }) address: SourceSelectionAddress,
    @Ctx() { db }: Context,
  ): Promise<LatLng> {
    const provider = await openLocator(db, this.dependencies.config);
    return latLngOf(await provider.locate(address));
  }
}

@Contract("InventoryDistanceBasedSourceSelectionApi", "GetLatsLngsFromAddress")
@Resolver()
export class GetLatsLngsFromAddress {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/inventory/get-latslngs-from-address", permission)
  @Query(() => [LatLng], {
    name: "placesOfAddress",
    description:
      "Returns all positions that the configured distance provider finds for an address, the best one first.",
  })
  async execute(
    @Arg("address", () => SourceSelectionAddress, { description: "The address." }) address: SourceSelectionAddress,
    @Ctx() { db }: Context,
  ): Promise<LatLng[]> {
    const provider = await openLocator(db, this.dependencies.config);
    return (await provider.locateAll(address)).map(latLngOf);
  }
}

const latLngOf = ({ lat, lng }: Place): LatLng => ({ lat: String(lat), lng: String(lng) });
