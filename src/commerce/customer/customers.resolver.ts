import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import { UserType } from "../../api/auth/actor.js";
import { deleteSignInAddresses } from "../../api/auth/sessions/sessions.rows.js";
import { revokeTokens } from "../../api/auth/tokens/tokens.sql.js";
import type { Configured } from "../../config.js";
import type { Context } from "../../api/call/context.js";
import { missing, noSuchEntity } from "../../api/call/errors.js";
import type { CallerBinder } from "../../api/contract/bind.js";
import { Contract, OwnTransaction, Rest } from "../../api/contract/rest.js";
import { SearchCriteria } from "../../api/search-criteria/search-criteria.types.js";
import { withoutConfirmationKey } from "./accounts/create-account.js";
import { customerFields } from "./customer-fields.js";
import { manage } from "./customer-errors.js";
import { deleteCustomer, readCustomer, searchCustomers } from "./customers.rows.js";
import { Customer, CustomerSearchResults } from "./customers.types.js";
import { mayChangeEmail } from "./accounts/email-change.js";
import { saveCustomer } from "./save-customer.js";

const self: CallerBinder = (actor) => actor.id;
/** Fields that are not given stay unchanged. */
const asStored: CallerBinder = () => undefined;

/** Accounts are created, activated and given passwords by email address, and changed by id. */
const keys = ["customer.id", "customer.email"];

@Contract("Customer", "CustomerRepository", { aggregate: "customer" })
@Resolver()
export class CustomerRepository {
  constructor(private readonly dependencies: Configured) {}

  @Rest("GET /V1/customers/:customerId", "Magento_Customer::customer")
  @Rest("GET /V1/customers/me", "self", { bind: { customerId: self } })
  @Query(() => Customer, { name: "customer", description: "A customer account with its addresses." })
  async getById(
    @Arg("customerId", () => Int, {
      nullable: true,
      description: "Id of the customer; for customers always their own.",
    })
    customerId: number | null | undefined,
    @Ctx() { db, actor }: Context,
  ): Promise<Customer> {
    if (customerId == null) throw missing(["customerId"]);
    const customer = await readCustomer(db, customerId);
    if (!customer) throw noSuchEntity("customerId", customerId);
    return actor.type === UserType.customer ? withoutConfirmationKey(customer) : customer;
  }

  @Rest("GET /V1/customers/search", "Magento_Customer::customer")
  @Query(() => CustomerSearchResults, {
    name: "customers",
    description:
      "Searches customers by their fields, by full `name`, by fields of the default billing address (`billing_city`) and by attributes.",
  })
  async getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "The search criteria." })
    searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<CustomerSearchResults> {
    return searchCustomers(db, searchCriteria, await customerFields(db, searchCriteria));
  }

  @Rest("PUT /V1/customers/:customerId", manage, { keys })
  @Rest("PUT /V1/customers/me", "self", {
    bind: {
      "customer.id": self,
      "customer.group_id": asStored,
      "customer.website_id": asStored,
      "customer.store_id": asStored,
    },
    keys,
  })
  @OwnTransaction()
  @Mutation(() => Customer, {
    name: "updateCustomer",
    description: "Updates the given fields of a customer. Addresses, if given, replace all others.",
  })
  async save(
    @Arg("customer", () => Customer, { description: "The customer with its id; for customers always their own." })
    customer: Customer,
    @Arg("passwordHash", () => String, {
      nullable: true,
      description: "Argon2id hash of a new password as a PHC string; only from callers who may manage customers.",
    })
    passwordHash: string | null | undefined,
    @Arg("currentPassword", () => String, {
      nullable: true,
      description: "The customer's current password; required from customers who change their email address.",
    })
    currentPassword: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Customer> {
    const within = { ...ctx, ...this.dependencies };
    const options = {
      passwordHash: passwordHash ?? null,
      mayChangeEmail: await mayChangeEmail(within, customer, currentPassword ?? null),
    };
    return ctx.db.transaction((db) => saveCustomer({ ...within, db }, customer, options));
  }

  @Rest("DELETE /V1/customers/:customerId", "Magento_Customer::delete")
  @Mutation(() => Boolean, {
    name: "deleteCustomer",
    description: "Deletes a customer account with its addresses and revokes its tokens. Returns true.",
  })
  async deleteById(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    if ((await deleteCustomer(db, customerId)) === 0) throw noSuchEntity("customerId", customerId);
    const owner = { type: UserType.customer, id: customerId };
    await revokeTokens(db, owner);
    await deleteSignInAddresses(db, owner);
    return true;
  }
}
