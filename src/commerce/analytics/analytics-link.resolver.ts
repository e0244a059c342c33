import { serviceUrl } from "../../api/http/address.js";
import { Ctx, Query, Resolver } from "type-graphql";
import { originOf } from "../../api/auth/oauth/addresses.js";
import { inputError, notFound } from "../../api/call/errors.js";
import type { Context } from "../../api/call/context.js";
import type { Config, Configured } from "../../config.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { globalScope, readSettings, readStoreViews, storeConfigOf, storeConfigPaths } from "../store/published.js";
import { AnalyticsExport } from "./analytics-link.types.js";

const subscription = "analytics/subscription/enabled";
const file = "analytics/export/file";
const vector = "analytics/export/initialization_vector";
const notReady = () => notFound("File is not ready yet.");

@Contract("Analytics", "LinkProvider")
@Resolver()
export class AnalyticsLink {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/analytics/link", "Magento_Analytics::analytics_api")
  @Query(() => AnalyticsExport, {
    name: "analyticsLink",
    description:
      "Location of the latest export for analytics. Portico creates no exports: the operator writes the file and names it in the settings " +
      "`analytics/export/…`. 404 without a subscription or a file, 400 over HTTP.",
  })
  async get(@Ctx() ctx: Context): Promise<AnalyticsExport> {
    const { config } = this.dependencies;
    if (!isSecure(ctx, config)) throw inputError("Operation allowed only in HTTPS");
    const [settings, views] = await Promise.all([
      readSettings(ctx.db, [...storeConfigPaths, subscription, file, vector]),
      readStoreViews(ctx.db),
    ]);
    const path = settings.value(file, globalScope);
    const initialization_vector = settings.value(vector, globalScope);
    if (!settings.isOn(subscription, globalScope) || path === "" || initialization_vector === "") throw notReady();
    const view = views.find(({ id }) => id === ctx.scope.storeId) ?? views.find(({ id }) => id !== 0);
    if (!view) throw notReady();
    const { secure_base_media_url: base } = storeConfigOf(view, settings, serviceUrl(config));
    return { url: `${base}${path}`, initialization_vector };
  }
}

/** Whether a call came over HTTPS, to Portico or to a trusted proxy in front of it. */
function isSecure({ exchange }: Context, config: Config): boolean {
  return exchange !== undefined && originOf(exchange.request, config.PORTICO_TRUST_PROXY).startsWith("https://");
}
