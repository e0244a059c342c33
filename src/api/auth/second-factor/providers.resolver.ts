import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { noSuchEntity } from "../../call/errors.js";
import { Contract, Rest, Writes } from "../../contract/rest.js";
import type { SignInDependencies } from "../sign-in/sign-in.js";
import { requireProvider, provider, secondFactorContext } from "./providers.js";
import { TwoFactorAuthProvider } from "./providers.types.js";
import { hasAdmin, readSecondFactor } from "./second-factors.rows.js";
import { findOwner } from "./setup.js";

const permission = "Magento_TwoFactorAuth::tfa";
const admin = "Id of the administrator; 404 if unknown.";
const mailed = "Token from the email, valid for an hour.";

@Contract("TwoFactorAuth", "Tfa", { aggregate: "administrator" })
@Resolver()
export class SecondFactorProviders {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("GET /V1/tfa/installed-providers", permission)
  @Query(() => [TwoFactorAuthProvider], {
    name: "installedSecondFactorProviders",
    description:
      "Returns the installed two-factor authentication providers. 404 unless administrators need a second factor.",
  })
  getAllProviders(@Ctx() ctx: Context): TwoFactorAuthProvider[] {
    secondFactorContext(ctx, this.dependencies);
    return [provider];
  }

  @Rest("GET /V1/tfa/forced-providers", permission)
  @Query(() => [TwoFactorAuthProvider], {
    name: "requiredSecondFactorProviders",
    description: "Returns the providers that administrators must use. 404 unless administrators need a second factor.",
  })
  getForcedProviders(@Ctx() ctx: Context): TwoFactorAuthProvider[] {
    secondFactorContext(ctx, this.dependencies);
    return [provider];
  }

  @Rest("GET /V1/tfa/user-providers/:userId", permission)
  @Query(() => [TwoFactorAuthProvider], {
    name: "secondFactorProviders",
    description:
      "Returns the providers that an administrator must use. 404 unless administrators need a second factor.",
  })
  async getUserProviders(
    @Arg("userId", () => Int, { description: admin }) userId: number,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorAuthProvider[]> {
    await this.demand(userId, ctx);
    return [provider];
  }

  @Rest("PUT /V1/tfa/user-providers/:userId", permission)
  @Writes("secondFactorProviders", { userId: "userId" })
  @Mutation(() => Boolean, {
    name: "setSecondFactorProviders",
    description:
      "Sets the providers of an administrator and returns true. `google` is the only provider, so nothing changes; 404 for any other code.",
  })
  async setProvidersCodes(
    @Arg("userId", () => Int, { description: admin }) userId: number,
    @Arg("providersCodes", () => String, { description: "Codes, separated by commas." }) providersCodes: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await this.demand(userId, ctx);
    for (const code of providersCodes.split(",")) requireProvider(code.trim());
    return true;
  }

  @Rest("GET /V1/tfa/providers-to-activate/:userId", permission)
  @Query(() => [TwoFactorAuthProvider], {
    name: "secondFactorProvidersToActivate",
    description:
      "Returns the providers that an administrator has yet to set up. 404 unless administrators need a second factor.",
  })
  async getProvidersToActivate(
    @Arg("userId", () => Int, { description: admin }) userId: number,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorAuthProvider[]> {
    await this.demand(userId, ctx);
    return (await readSecondFactor(ctx.db, userId))?.is_active ? [] : [provider];
  }

  @Rest("GET /V1/tfa/default-provider-code/:userId", permission, { as: "UserConfigManager.getDefaultProvider" })
  @Query(() => String, {
    name: "defaultSecondFactorProvider",
    description:
      "Returns the code of an administrator's default provider. 404 unless administrators need a second factor.",
  })
  async getDefaultProvider(
    @Arg("userId", () => Int, { description: admin }) userId: number,
    @Ctx() ctx: Context,
  ): Promise<string> {
    await this.demand(userId, ctx);
    return provider.code;
  }

  @Rest("PUT /V1/tfa/default-provider-code/:userId", permission)
  @Writes("secondFactorProviders", { userId: "userId" })
  @Mutation(() => Boolean, {
    name: "setDefaultSecondFactorProvider",
    description:
      "Sets the default provider of an administrator and returns true. `google` is the only provider, so nothing changes; 404 for any other code.",
  })
  async setDefaultProviderCode(
    @Arg("userId", () => Int, { description: admin }) userId: number,
    @Arg("providerCode", () => String, { description: "The code." }) providerCode: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await this.demand(userId, ctx);
    requireProvider(providerCode);
    return true;
  }

  private async demand(userId: number, ctx: Context): Promise<void> {
    secondFactorContext(ctx, this.dependencies);
    if (!(await hasAdmin(ctx.db, userId))) throw noSuchEntity("userId", userId);
  }
}

/** Operations for administrators who cannot sign in yet; an emailed token identifies them. */
@Contract("TwoFactorAuth", "TfatActions")
@Resolver()
export class OwnSecondFactorProviders {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("GET /V1/tfa/tfat-user-providers", "anonymous", { errorStatuses: [401] })
  @Query(() => [TwoFactorAuthProvider], {
    name: "ownSecondFactorProviders",
    description:
      "Returns the providers that the owner of an emailed token must use. 401 for an unknown or expired token.",
  })
  async getUserProviders(
    @Arg("tfaToken", () => String, { description: mailed }) tfaToken: string,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorAuthProvider[]> {
    await this.owner(tfaToken, ctx);
    return [provider];
  }

  @Rest("GET /V1/tfa/tfat-providers-to-activate", "anonymous", { errorStatuses: [401] })
  @Query(() => [TwoFactorAuthProvider], {
    name: "ownSecondFactorProvidersToActivate",
    description:
      "Returns the providers that the owner of an emailed token has yet to set up. 401 for an unknown or expired token.",
  })
  async getProvidersToActivate(
    @Arg("tfaToken", () => String, { description: mailed }) tfaToken: string,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorAuthProvider[]> {
    return (await this.owner(tfaToken, ctx)).is_active ? [] : [provider];
  }

  /** Counts as a sign-in attempt, so that tokens cannot be guessed. */
  private async owner(tfaToken: string, ctx: Context) {
    const within = secondFactorContext(ctx, this.dependencies);
    await within.limits.countSignIn(ctx.address, ctx.exchange?.response);
    return findOwner(ctx.db, tfaToken);
  }
}
