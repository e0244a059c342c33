import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SettingData, ShopSetting } from "./settings.types.js";
import { type NamedScope, setShopSetting, readShopSettings } from "./shop-settings.js";

const permission = "Magento_Config::config";

@Contract("Config", "SettingsManagement", { aggregate: "setting", keys: ["settings.path"] })
@Resolver()
export class SettingsManagement {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/store/settings", permission)
  @Query(() => [ShopSetting], {
    name: "shopSettings",
    description:
      "The settings at or below a path in a scope, with Magento's defaults. 400 for an unknown path, scope or code.",
  })
  getList(
    @Arg("path", () => String, { description: "Magento's path or a folder of paths, such as carriers/flatrate." })
    path: string,
    @Arg("scope", () => String, {
      nullable: true,
      description: "Scope: `default` (the default), `websites` or `stores`.",
    })
    scope: string | null | undefined,
    @Arg("scopeCode", () => String, {
      nullable: true,
      description: "Code of the website or store view; omit it for `default`.",
    })
    scopeCode: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<ShopSetting[]> {
    return readShopSettings(ctx.db, path, scopeOf(scope, scopeCode));
  }

  @Rest("PUT /V1/store/settings", permission)
  @Writes("shopSettings", { path: "settings.path" })
  @Mutation(() => Boolean, {
    name: "setShopSettings",
    description:
      "Stores settings, all or none, and returns true. Running processes use them immediately. 400 for an unknown path, scope or code, and for an invalid value.",
  })
  async set(
    @Arg("settings", () => [SettingData], { description: "The settings." }) settings: SettingData[],
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const setter = { ...this.dependencies, by: ctx };
    for (const { path, value, scope, scope_code } of settings) {
      await setShopSetting(ctx.db, { path, value: value ?? null, ...scopeOf(scope, scope_code) }, setter);
    }
    return true;
  }
}

const scopeOf = (scope: string | null | undefined, code: string | null | undefined): NamedScope => ({
  scope: scope ?? "default",
  ...(code == null ? {} : { code }),
});
