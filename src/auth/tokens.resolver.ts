import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { Context } from "../webapi/context.js";
import { Contract, Rest } from "../webapi/rest.js";
import { UserType } from "./actor.js";
import { signInAdmin, signInCustomer } from "./sign-in.js";
import { issueToken } from "./tokens.js";

@Contract("Integration")
@Resolver()
export class AdminTokenService {
  @Rest("POST /V1/integration/admin/token", "anonymous")
  @Mutation(() => String, {
    name: "createAdminToken",
    description: "Signs an administrator in; the token goes into the Authorization header as `Bearer <token>`.",
  })
  async createAdminAccessToken(
    @Arg("username", () => String, { description: "User name, in any case." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Ctx() { db, config }: Context,
  ): Promise<string> {
    const id = await signInAdmin(db, { username, password });
    return issueToken(db, { type: UserType.administrator, id }, config.PORTICO_ADMIN_TOKEN_HOURS);
  }
}

@Contract("Integration")
@Resolver()
export class CustomerTokenService {
  @Rest("POST /V1/integration/customer/token", "anonymous")
  @Mutation(() => String, {
    name: "createCustomerToken",
    description: "Signs a customer of the scope's website in; the token goes into the Authorization header.",
  })
  async createCustomerAccessToken(
    @Arg("username", () => String, { description: "E-mail address, in any case." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Ctx() { db, config, scope }: Context,
  ): Promise<string> {
    const id = await signInCustomer(db, { username, password }, scope.websiteId);
    return issueToken(db, { type: UserType.customer, id }, config.PORTICO_CUSTOMER_TOKEN_HOURS);
  }
}
