import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import type { Arguments } from "../../call/method-call.js";
import { Contract, OwnTransaction, Rest } from "../../contract/rest.js";
import { type Actor, UserType } from "../actor.js";
import { audit } from "../audit.rows.js";
import { requireHeldRights } from "../rights/check-rights.js";
import { readStoredAdmin } from "../rights/rights.rows.js";
import { signInAdmin, signInCustomer, type SignInDependencies } from "../sign-in/sign-in.js";
import type { TokenOwner } from "./tokens.js";
import { issueToken, revokeTokens } from "./tokens.sql.js";

const revoking =
  "Token to revoke. Omit it to revoke all tokens and sessions of the account, including the token of this call.";

/** Administrators can always revoke their own tokens. */
const admitOwner = async (calls: readonly Arguments[], { actor }: Context): Promise<readonly boolean[]> =>
  calls.map(({ adminId }) => actor.type === UserType.administrator && (adminId == null || adminId === actor.id));

@Contract("Integration", "AdminTokenService")
@Resolver()
export class AdminTokenService {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("POST /V1/integration/admin/token", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => String, {
    name: "createAdminToken",
    description: "Signs in an administrator. Send the token in the Authorization header as `Bearer <token>`.",
  })
  createAdminAccessToken(
    @Arg("username", () => String, { description: "User name, case-insensitive." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    const hours = this.dependencies.config.PORTICO_ADMIN_TOKEN_HOURS;
    return signInAdmin({ ...ctx, ...this.dependencies }, { username, password }, (db, id) =>
      issueToken(db, { type: UserType.administrator, id }, hours),
    );
  }

  @Rest("POST /V1/integration/admin/revoke-admin-token", "Magento_Backend::system", {
    immediate: true,
    admit: admitOwner,
  })
  @Mutation(() => Boolean, {
    name: "revokeAdminTokens",
    description: "Revokes the tokens of an administrator with immediate effect. False if there were none.",
  })
  async revokeAdminAccessToken(
    @Arg("adminId", () => Int, { nullable: true, description: "Id of an administrator; defaults to the caller." })
    adminId: number | null | undefined,
    @Arg("token", () => String, { nullable: true, description: revoking }) token: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    const id = adminId ?? ownId(ctx.actor);
    const isOwn = ctx.actor.type === UserType.administrator && ctx.actor.id === id;
    if (!isOwn) await requireWeakerAdmin(ctx, id);
    return revoke(ctx, { type: UserType.administrator, id }, token);
  }
}

@Contract("Integration", "CustomerTokenService")
@Resolver()
export class CustomerTokenService {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("POST /V1/integration/customer/token", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => String, {
    name: "createCustomerToken",
    description:
      "Signs in a customer of the current website. Send the token in the Authorization header as `Bearer <token>`.",
  })
  createCustomerAccessToken(
    @Arg("username", () => String, { description: "Email address, case-insensitive." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    const hours = this.dependencies.config.PORTICO_CUSTOMER_TOKEN_HOURS;
    return signInCustomer({ ...ctx, ...this.dependencies }, { username, password }, (db, id) =>
      issueToken(db, { type: UserType.customer, id }, hours),
    );
  }

  @Rest("POST /V1/integration/customer/revoke-customer-token", "self", {
    immediate: true,
    bind: { customerId: ({ id }) => id },
  })
  @Mutation(() => Boolean, {
    name: "revokeCustomerTokens",
    description: "Revokes the tokens of the calling customer with immediate effect. False if there were none.",
  })
  async revokeCustomerAccessToken(
    @Arg("customerId", () => Int, { description: "Id of the customer; always the caller." })
    customerId: number,
    @Arg("token", () => String, { nullable: true, description: revoking }) token: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return revoke(ctx, { type: UserType.customer, id: customerId }, token);
  }
}

/** Callers other than administrators must give an id; 0 matches no account. */
const ownId = (actor: Actor): number => (actor.type === UserType.administrator ? (actor.id ?? 0) : 0);

/** Throws 400 for an administrator with rights that the caller does not hold. */
async function requireWeakerAdmin(ctx: Context, id: number): Promise<void> {
  const admin = await readStoredAdmin(ctx.db, id);
  if (admin) requireHeldRights(admin.role, ctx);
}

async function revoke(ctx: Context, owner: TokenOwner, token: string | null | undefined): Promise<boolean> {
  const revoked = await revokeTokens(ctx.db, owner, token ?? undefined);
  if (revoked > 0) await audit(ctx.db, ctx, { event: "tokens revoked", ...owner });
  return revoked > 0;
}
