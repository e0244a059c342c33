import { serviceUrl } from "../../api/http/address.js";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Configured } from "../../config.js";
import type { Context } from "../../api/call/context.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { readSettings } from "./settings/settings.rows.js";
import { storeConfigOf, storeConfigPaths } from "./settings/store-config.js";
import { listStoreViews, readShopViews, readStoreGroups, readWebsites } from "./stores.rows.js";
import { StoreConfig, StoreGroup, StoreView, Website } from "./stores.types.js";

const permission = "Magento_Backend::store";

@Contract("Store", "StoreRepository")
@Resolver()
export class StoreRepository {
  @Rest("GET /V1/store/storeViews", permission, { publicRead: true })
  @Query(() => [StoreView], { name: "storeViews", description: "All store views, including the admin store view." })
  getList(@Ctx() ctx: Context): Promise<StoreView[]> {
    return listStoreViews(ctx.db);
  }
}

@Contract("Store", "GroupRepository")
@Resolver()
export class GroupRepository {
  @Rest("GET /V1/store/storeGroups", permission, { publicRead: true })
  @Query(() => [StoreGroup], { name: "storeGroups", description: "All stores, including the admin store." })
  getList(@Ctx() ctx: Context): Promise<StoreGroup[]> {
    return readStoreGroups(ctx.db);
  }
}

@Contract("Store", "WebsiteRepository")
@Resolver()
export class WebsiteRepository {
  @Rest("GET /V1/store/websites", permission, { publicRead: true })
  @Query(() => [Website], { name: "websites", description: "All websites, including the admin website." })
  getList(@Ctx() ctx: Context): Promise<Website[]> {
    return readWebsites(ctx.db);
  }
}

@Contract("Store", "StoreConfigManager")
@Resolver()
export class StoreConfigManager {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/store/storeConfigs", permission, { publicRead: true })
  @Query(() => [StoreConfig], {
    name: "storeConfigs",
    description: "Locale, currencies, units and URLs of store views. Unknown codes are ignored.",
  })
  async getStoreConfigs(
    @Arg("storeCodes", () => [String], {
      nullable: true,
      description: "Codes of the store views; all by default.",
    })
    storeCodes: string[] | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<StoreConfig[]> {
    const stores = await readShopViews(ctx.db, storeCodes?.length ? storeCodes : null);
    const settings = await readSettings(ctx.db, storeConfigPaths);
    const service = serviceUrl(this.dependencies.config);
    return stores.map((store) => storeConfigOf(store, settings, service));
  }
}
