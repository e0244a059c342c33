import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../call/context.js";
import { Contract, OwnTransaction, Rest } from "../contract/rest.js";
import { changePassword, checkResetToken, requestPasswordReset, resetPassword } from "./passwords.js";

const newPasswordRule = "The new password, as the rules of the settings want it.";

@Contract("Customer", "AccountManagement")
@Resolver()
export class PasswordManagement {
  @Rest("PUT /V1/customers/me/password", "self", { bind: { customerId: (actor) => actor.id }, immediate: true })
  @OwnTransaction()
  @Mutation(() => Boolean, {
    name: "changeMyPassword",
    description: "Sets a new password for the customer who calls, and revokes all of the customer's tokens.",
  })
  async changePasswordById(
    @Arg("customerId", () => Int, { nullable: true, description: "Always that of the customer who calls." })
    customerId: number,
    @Arg("currentPassword", () => String, { description: "The password as it is." }) current: string,
    @Arg("newPassword", () => String, { description: newPasswordRule }) next: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await changePassword(ctx, customerId, { current, next });
    return true;
  }

  @Rest("PUT /V1/customers/password", "anonymous", { entity: "email" })
  @Mutation(() => Boolean, {
    name: "requestPasswordReset",
    description: "Sends a customer the token that sets a new password, by mail.",
  })
  async initiatePasswordReset(
    @Arg("email", () => String, { description: "E-mail address of the customer." }) email: string,
    @Arg("template", () => String, { description: "email_reset or email_reminder; the mail is the same." })
    template: string,
    @Arg("websiteId", () => Int, { nullable: true, description: "Id of the website; that of the scope if left out." })
    websiteId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await requestPasswordReset(ctx, { email, websiteId }, template);
    return true;
  }

  @Rest("GET /V1/customers/:customerId/password/resetLinkToken/:resetPasswordLinkToken", "anonymous")
  @Query(() => Boolean, {
    name: "isPasswordResetTokenValid",
    description: "True where a token still sets a customer's password; an error says why not.",
  })
  validateResetPasswordLinkToken(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Arg("resetPasswordLinkToken", () => String, { description: "The token that was sent by mail." }) token: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return checkResetToken(ctx, customerId, token);
  }

  @Rest("POST /V1/customers/resetPassword", "anonymous", { entity: "email" })
  @Mutation(() => Boolean, {
    name: "resetPassword",
    description: "Sets a new password by the token that was sent by mail, and revokes all of the customer's tokens.",
  })
  async resetPassword(
    @Arg("email", () => String, { description: "E-mail address of the customer; empty: the token tells." })
    email: string,
    @Arg("resetToken", () => String, { description: "The token; it is used up." }) token: string,
    @Arg("newPassword", () => String, { description: newPasswordRule }) password: string,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await resetPassword(ctx, { email }, { token, password });
    return true;
  }
}
