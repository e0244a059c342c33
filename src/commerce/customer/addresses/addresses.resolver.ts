import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { missing, noSuchEntity } from "../../../api/call/errors.js";
import type { CallerBinder } from "../../../api/contract/bind.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { readAddress, deleteAddress } from "./addresses.rows.js";
import { CustomerAddress } from "./addresses.types.js";
import { manage } from "../customer-errors.js";
import { readCustomer } from "../customers.rows.js";

const self: CallerBinder = (actor) => actor.id;
const customerIdDescription = "Id of the customer; for customers always their own.";

@Contract("Customer", "AddressRepository", { aggregate: "customer" })
@Resolver()
export class AddressRepository {
  @Rest("GET /V1/customers/addresses/:addressId", manage)
  @Query(() => CustomerAddress, { name: "customerAddress", description: "A customer address." })
  async getById(
    @Arg("addressId", () => Int, { description: "Id of the address." }) addressId: number,
    @Ctx() { db }: Context,
  ): Promise<CustomerAddress> {
    const address = await readAddress(db, addressId);
    if (!address) throw noSuchEntity("addressId", addressId);
    return address;
  }

  @Rest("DELETE /V1/addresses/:addressId", manage, { keys: ["*"] })
  @Mutation(() => Boolean, {
    name: "deleteCustomerAddress",
    description: "Deletes a customer address. A deleted default address is not replaced.",
  })
  async deleteById(
    @Arg("addressId", () => Int, { description: "Id of the address." }) addressId: number,
    @Ctx() { db }: Context,
  ): Promise<boolean> {
    if (!(await deleteAddress(db, addressId))) throw noSuchEntity("addressId", addressId);
    return true;
  }
}

@Contract("Customer", "AccountManagement")
@Resolver()
export class DefaultAddresses {
  @Rest("GET /V1/customers/:customerId/billingAddress", manage)
  @Rest("GET /V1/customers/me/billingAddress", "self", { bind: { customerId: self } })
  @Query(() => CustomerAddress, {
    nullable: true,
    name: "defaultBillingAddress",
    description: "The default billing address of a customer; null if there is none.",
  })
  getDefaultBillingAddress(
    @Arg("customerId", () => Int, { nullable: true, description: customerIdDescription })
    customerId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CustomerAddress | null> {
    return defaultAddress(ctx, customerId, "default_billing");
  }

  @Rest("GET /V1/customers/:customerId/shippingAddress", manage)
  @Rest("GET /V1/customers/me/shippingAddress", "self", { bind: { customerId: self } })
  @Query(() => CustomerAddress, {
    nullable: true,
    name: "defaultShippingAddress",
    description: "The default shipping address of a customer; null if there is none.",
  })
  getDefaultShippingAddress(
    @Arg("customerId", () => Int, { nullable: true, description: customerIdDescription })
    customerId: number | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CustomerAddress | null> {
    return defaultAddress(ctx, customerId, "default_shipping");
  }
}

async function defaultAddress(
  { db }: Context,
  customerId: number | null | undefined,
  which: "default_billing" | "default_shipping",
): Promise<CustomerAddress | null> {
  if (customerId == null) throw missing(["customerId"]);
  const customer = await readCustomer(db, customerId);
  if (!customer) throw noSuchEntity("customerId", customerId);
  return customer.addresses?.find((address) => address[which] === true) ?? null;
}
