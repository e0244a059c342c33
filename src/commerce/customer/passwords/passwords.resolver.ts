import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { Contract, OwnTransaction, Rest, Writes } from "../../../api/contract/rest.js";
import { changePassword, checkResetToken, requestPasswordReset, resetPassword } from "./passwords.js";

const newPasswordRule = "The new password; it must meet the password rules of the settings.";

@Contract("Customer", "AccountManagement", { aggregate: "customer" })
@Resolver()
export class PasswordManagement {
  constructor(private readonly dependencies: Configured) {}

  @Rest("PUT /V1/customers/me/password", "self", { bind: { customerId: (actor) => actor.id }, immediate: true })
  @OwnTransaction()
  @Writes("customer", { customerId: "customerId" })
  @Mutation(() => Boolean, {
    name: "changeMyPassword",
    description: "Sets a new password for the calling customer and revokes all of the customer's tokens.",
  })
  async changePasswordById(
    @Arg("customerId", () => Int, { nullable: true, description: "Always the calling customer." })
    customerId: number,
    @Arg("currentPassword", () => String, { description: "The current password." }) current: string,
    @Arg("newPassword", () => String, { description: newPasswordRule }) next: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await changePassword({ ...ctx, ...this.dependencies }, customerId, { current, next });
    return true;
  }

  @Rest("PUT /V1/customers/password", "anonymous", { keys: ["email"] })
  @Mutation(() => Boolean, {
    name: "requestPasswordReset",
    description: "Emails a customer a password reset token.",
  })
  async initiatePasswordReset(
    @Arg("email", () => String, { description: "Email address of the customer." }) email: string,
    @Arg("template", () => String, { description: "email_reset or email_reminder; both send the same email." })
    template: string,
    @Arg("websiteId", () => Int, { nullable: true, description: "Id of the website; defaults to the current website." })
    websiteId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await requestPasswordReset({ ...ctx, ...this.dependencies }, { email, websiteId }, template);
    return true;
  }

  @Rest("GET /V1/customers/:customerId/password/resetLinkToken/:resetPasswordLinkToken", "anonymous")
  @Query(() => Boolean, {
    name: "isPasswordResetTokenValid",
    description: "True if a token can set a customer's password; otherwise an error with the reason.",
  })
  validateResetPasswordLinkToken(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Arg("resetPasswordLinkToken", () => String, { description: "The token from the email." }) token: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return checkResetToken({ ...ctx, ...this.dependencies }, customerId, token);
  }

  @Rest("POST /V1/customers/resetPassword", "anonymous", { keys: ["email"] })
  @Mutation(() => Boolean, {
    name: "resetPassword",
    description: "Sets a new password with the emailed token and revokes all of the customer's tokens.",
  })
  async resetPassword(
    @Arg("email", () => String, {
      description: "Email address of the customer; if empty, the token identifies the customer.",
    })
    email: string,
    @Arg("resetToken", () => String, { description: "The token; it can be used once." }) token: string,
    @Arg("newPassword", () => String, { description: newPasswordRule }) password: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await resetPassword({ ...ctx, ...this.dependencies }, { email }, { token, password });
    return true;
  }
}
