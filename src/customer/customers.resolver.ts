import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { UserType } from "../auth/actor.js";
import { revokeTokens } from "../auth/tokens.js";
import type { Context } from "../webapi/context.js";
import { noSuchEntity } from "../webapi/errors.js";
import { Contract, Rest } from "../webapi/rest.js";
import { createAccount } from "./create-account.js";
import { deleteCustomer, readCustomer } from "./customers.rows.js";
import { Customer } from "./customers.types.js";

@Contract("Customer")
@Resolver()
export class AccountManagement {
  @Rest("POST /V1/customers", "anonymous", { entity: "customer.email" })
  @Mutation(() => Customer, { name: "createCustomer", description: "Creates a customer's account." })
  createAccount(
    @Arg("customer", () => Customer, { description: "The customer: email, firstname and lastname at least." })
    customer: Customer,
    @Arg("password", () => String, { nullable: true, description: "Password; without one nobody can sign in yet." })
    password: string | null | undefined,
    @Arg("redirectUrl", () => String, { nullable: true, description: "Where the link of the welcome mail leads." })
    _redirectUrl: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Customer> {
    return createAccount(ctx, customer, password ?? null);
  }
}

@Contract("Customer")
@Resolver()
export class CustomerRepository {
  @Rest("GET /V1/customers/:customerId", "Magento_Customer::customer")
  @Query(() => Customer, { name: "customer", description: "A customer's account, with the addresses." })
  async getById(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Ctx() { db }: Context,
  ): Promise<Customer> {
    const customer = await readCustomer(db, customerId);
    if (!customer) throw noSuchEntity("customerId", customerId);
    return customer;
  }

  @Rest("DELETE /V1/customers/:customerId", "Magento_Customer::delete")
  @Mutation(() => Boolean, {
    name: "deleteCustomer",
    description: "Removes a customer's account with the addresses, and revokes its tokens.",
  })
  async deleteById(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    if ((await deleteCustomer(db, customerId)) === 0) throw noSuchEntity("customerId", customerId);
    await revokeTokens(db, { type: UserType.customer, id: customerId });
    return true;
  }
}
