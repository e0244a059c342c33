import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../call/context.js";
import { Contract, OwnTransaction, Rest } from "../../contract/rest.js";
import { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { activateIntegration } from "./activation.js";
import {
  createIntegration,
  deleteIntegration,
  requireIntegration,
  requireManageable,
  revokeIntegration,
} from "./integration-rules.js";
import { searchIntegrations } from "./integrations.rows.js";
import {
  Integration,
  IntegrationActivation,
  IntegrationCredentials,
  IntegrationSearchResults,
} from "./integrations.types.js";

const permission = "Magento_Integration::integrations";
const idDescription = "Id of the integration.";

@Contract("Integration", "IntegrationService", { aggregate: "integration" })
@Resolver()
export class IntegrationService {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/integrations/:integrationId", permission)
  @Query(() => Integration, { name: "integration", description: "An integration, without its secrets." })
  get(
    @Arg("integrationId", () => Int, { description: idDescription }) integrationId: number,
    @Ctx() { db }: Context,
  ): Promise<Integration> {
    return requireIntegration(db, integrationId);
  }

  @Rest("GET /V1/integrations/search", permission)
  @Query(() => IntegrationSearchResults, {
    name: "integrations",
    description: "Searches integrations by id, name, status, consumer_key, created_at and updated_at.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<IntegrationSearchResults> {
    return searchIntegrations(db, searchCriteria);
  }

  @Rest("POST /V1/integrations", permission, { immediate: true })
  @Mutation(() => IntegrationCredentials, {
    name: "createIntegration",
    description: "Creates an integration with at most the caller's own rights. The credentials are only returned here.",
  })
  create(
    @Arg("integration", () => Integration, { description: "The integration." }) integration: Integration,
    @Ctx() ctx: Context,
  ): Promise<IntegrationCredentials> {
    return createIntegration(ctx.db, integration, { config: this.dependencies.config, by: ctx });
  }

  @Rest("POST /V1/integrations/:integrationId/revoke", permission)
  @Mutation(() => Boolean, {
    name: "revokeIntegration",
    description: "Revokes an integration with immediate effect; it stays in the list. Returns true.",
  })
  async revoke(
    @Arg("integrationId", () => Int, { description: idDescription }) integrationId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await revokeIntegration(ctx.db, integrationId, ctx);
    return true;
  }

  @Rest("DELETE /V1/integrations/:integrationId", permission)
  @Mutation(() => Boolean, {
    name: "deleteIntegration",
    description: "Deletes an integration with its tokens. Returns true.",
  })
  async delete(
    @Arg("integrationId", () => Int, { description: idDescription }) integrationId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteIntegration(ctx.db, integrationId, ctx);
    return true;
  }
}

@Contract("Integration", "OauthService")
@Resolver()
export class OauthService {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/integrations/:integrationId/activate", permission, { immediate: true })
  @OwnTransaction()
  @Mutation(() => IntegrationActivation, {
    name: "activateIntegration",
    description:
      "Posts the credentials and a verifier of an integration to its callback URL, so that it fetches its tokens.",
  })
  async postToConsumer(
    @Arg("integrationId", () => Int, { description: idDescription }) integrationId: number,
    @Ctx() ctx: Context,
  ): Promise<IntegrationActivation> {
    const { db, log } = ctx;
    await requireManageable(db, integrationId, ctx);
    return activateIntegration(integrationId, { db, log, config: this.dependencies.config });
  }
}
