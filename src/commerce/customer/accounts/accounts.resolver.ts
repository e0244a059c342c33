import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Configured } from "../../../config.js";
import type { Context } from "../../../api/call/context.js";
import { noSuchEntity, render } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { readAccount } from "./accounts.rows.js";
import { readDefinedAttributes } from "../attributes/attributes.rows.js";
import { activate, activateById, readConfirmationStatus, resendConfirmation } from "./confirmation.js";
import { createAccount } from "./create-account.js";
import { mergeValues, missingValues } from "../attributes/custom-values.js";
import { manage } from "../customer-errors.js";
import { genderRule, missingAttributes } from "../customer-rules.js";
import { Customer, CustomerValidation } from "../customers.types.js";
import { findAccountByEmail } from "./find-account.js";

const redirectUrlDescription =
  "Page of the shop to which the link in the email redirects; any other address is ignored.";

@Contract("Customer", "AccountManagement", { aggregate: "customer" })
@Resolver()
export class AccountManagement {
  constructor(private readonly dependencies: Configured) {}

  @Rest("POST /V1/customers", "anonymous", { keys: ["customer.email"] })
  @Mutation(() => Customer, { name: "createCustomer", description: "Creates a customer account." })
  createAccount(
    @Arg("customer", () => Customer, { description: "The customer; email, firstname and lastname are required." })
    customer: Customer,
    @Arg("password", () => String, {
      nullable: true,
      description: "Password. Omit it to email the customer a link for setting one.",
    })
    password: string | null | undefined,
    @Arg("redirectUrl", () => String, { nullable: true, description: redirectUrlDescription })
    redirectUrl: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Customer> {
    return createAccount({ ...ctx, ...this.dependencies }, customer, {
      password: password ?? null,
      redirectUrl: redirectUrl ?? null,
    });
  }

  @Rest("PUT /V1/customers/validate", manage, { keys: ["customer.email"] })
  @Query(() => CustomerValidation, {
    name: "validateCustomer",
    description: "Tells which required attributes of a customer have no value, without saving anything.",
  })
  async validate(
    @Arg("customer", () => Customer, { description: "The complete customer." }) customer: Customer,
    @Ctx() { db }: Context,
  ): Promise<CustomerValidation> {
    const attributes = await readDefinedAttributes(db, "customer");
    const values = mergeValues({}, customer.custom_attributes, attributes);
    const messages = [
      ...missingAttributes(customer),
      ...missingValues(values, attributes).map(({ message, parameters }) => render(message, parameters)),
      ...[genderRule(customer.gender ?? 0)].filter((message) => message !== undefined),
    ];
    return { valid: messages.length === 0, messages };
  }

  @Rest("GET /V1/customers/:customerId/permissions/readonly", "Magento_Customer::customer")
  @Query(() => Boolean, {
    name: "isCustomerReadonly",
    description: "Whether a customer is protected from deletion; always false.",
  })
  async isReadonly(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    if (!(await readAccount(db, customerId))) throw noSuchEntity("customerId", customerId);
    return false;
  }

  @Rest("POST /V1/customers/isEmailAvailable", "anonymous", { keys: ["customerEmail"] })
  @Query(() => Boolean, {
    name: "isCustomerEmailAvailable",
    description:
      "Whether an email address is available on a website, ignoring case. Always true if the settings hide accounts.",
  })
  async isEmailAvailable(
    @Arg("customerEmail", () => String, { description: "The email address." }) customerEmail: string,
    @Arg("websiteId", () => Int, { nullable: true, description: "Id of the website; defaults to the current website." })
    websiteId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    if (this.dependencies.config.PORTICO_HIDE_ACCOUNTS) return true;
    return (await findAccountByEmail(ctx, { email: customerEmail, websiteId })).account === undefined;
  }

  @Rest("GET /V1/customers/:customerId/confirm", manage)
  @Query(() => String, {
    name: "customerConfirmationStatus",
    description:
      "The confirmation status: account_confirmed, account_confirmation_required or account_confirmation_not_required.",
  })
  getConfirmationStatus(
    @Arg("customerId", () => Int, { description: "Id of the customer." }) customerId: number,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return readConfirmationStatus({ ...ctx, ...this.dependencies }, customerId);
  }

  @Rest("POST /V1/customers/confirm", manage, { keys: ["email"] })
  @Mutation(() => Boolean, {
    name: "resendCustomerConfirmation",
    description: "Emails a customer the confirmation key again.",
  })
  async resendConfirmation(
    @Arg("email", () => String, { description: "Email address of the customer." }) email: string,
    @Arg("websiteId", () => Int, { description: "Id of the website of the account." }) websiteId: number,
    @Arg("redirectUrl", () => String, { nullable: true, description: redirectUrlDescription })
    redirectUrl: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await resendConfirmation({ ...ctx, ...this.dependencies }, { email, websiteId }, redirectUrl ?? null);
    return true;
  }

  @Rest("PUT /V1/customers/:email/activate", manage)
  @Mutation(() => Customer, {
    name: "activateCustomer",
    description: "Confirms the email address of a customer of the current website.",
  })
  activate(
    @Arg("email", () => String, { description: "Email address of the customer." }) email: string,
    @Arg("confirmationKey", () => String, { description: "The confirmation key from the email." })
    confirmationKey: string,
    @Ctx() ctx: Context,
  ): Promise<Customer> {
    return activate({ ...ctx, ...this.dependencies }, { email }, confirmationKey);
  }

  @Rest("PUT /V1/customers/me/activate", "self", {
    bind: { customerId: (actor) => actor.id },
    keys: ["customerId"],
  })
  @Mutation(() => Customer, {
    name: "activateMyAccount",
    description: "Confirms the email address of the calling customer.",
  })
  activateById(
    @Arg("customerId", () => Int, { nullable: true, description: "Always the calling customer." })
    customerId: number,
    @Arg("confirmationKey", () => String, { description: "The confirmation key from the email." })
    confirmationKey: string,
    @Ctx() ctx: Context,
  ): Promise<Customer> {
    return activateById({ ...ctx, ...this.dependencies }, customerId, confirmationKey);
  }
}
