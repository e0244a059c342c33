import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, OwnTransaction, Rest } from "../../contract/rest.js";
import { Void } from "../../contract/scalars.js";
import { UserType } from "../actor.js";
import { admitAdmin, signInAdmin, type SignInDependencies } from "../sign-in/sign-in.js";
import { issueToken } from "../tokens/tokens.sql.js";
import { secondFactorContext } from "./providers.js";
import { GoogleConfigure } from "./providers.types.js";
import { activateWithCode, openSetup, setupData } from "./setup.js";

const mailed = "Token from the email, valid for an hour.";
const code = "Code of the authenticator app; it can be used once.";

@Contract("TwoFactorAuth", "GoogleAuthenticate")
@Resolver()
export class GoogleAuthenticate {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("POST /V1/tfa/provider/google/authenticate", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => String, {
    name: "createAdminTokenWithCode",
    description: "Signs in an administrator with a code and returns a token.",
  })
  async createAdminAccessToken(
    @Arg("username", () => String, { description: "User name, case-insensitive." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Arg("otp", () => String, { description: code }) otp: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    const within = secondFactorContext(ctx, this.dependencies);
    return signInAdmin(within, { username, password, otp }, (db, id) =>
      issueToken(db, { type: UserType.administrator, id }, within.config.PORTICO_ADMIN_TOKEN_HOURS),
    );
  }
}

@Contract("TwoFactorAuth", "GoogleConfigure")
@Resolver()
export class GoogleConfiguration {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("POST /V1/tfa/provider/google/configure", "anonymous", { immediate: true })
  @Mutation(() => GoogleConfigure, {
    name: "configureSecondFactor",
    description: "Returns the secret for the authenticator app of an administrator who has to set it up.",
  })
  async getConfigurationData(
    @Arg("tfaToken", () => String, { description: mailed }) tfaToken: string,
    @Ctx() ctx: Context,
  ): Promise<GoogleConfigure> {
    const within = secondFactorContext(ctx, this.dependencies);
    await within.limits.countSignIn(ctx.address, ctx.exchange?.response);
    return setupData(within, tfaToken);
  }

  @Rest("POST /V1/tfa/provider/google/activate", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => Void, {
    name: "activateSecondFactor",
    description: "Activates the second factor of an administrator with the first code of the authenticator app.",
    nullable: true,
  })
  async activate(
    @Arg("tfaToken", () => String, { description: mailed }) tfaToken: string,
    @Arg("otp", () => String, { description: code }) otp: string,
    @Ctx() ctx: Context,
  ): Promise<void> {
    const within = secondFactorContext(ctx, this.dependencies);
    await within.limits.countSignIn(ctx.address, ctx.exchange?.response);
    const setup = await openSetup(ctx.db, tfaToken);
    const admin = { id: setup.user_id, username: setup.user.username };
    await admitAdmin(within, admin, (db) => activateWithCode({ ...within, db }, setup, otp));
  }
}
