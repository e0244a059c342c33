import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Db } from "../../../platform/db/database.js";
import type { Context } from "../../../api/call/context.js";
import { noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { type AttributeEntity, readAttributes } from "./attributes.rows.js";
import { CustomerAttributeMetadata } from "./attributes.types.js";

const permission = "Magento_Customer::customer";

@Contract("Customer", "CustomerMetadata")
@Resolver()
export class CustomerMetadata {
  @Rest("GET /V1/attributeMetadata/customer/attribute/:attributeCode", permission)
  @Query(() => CustomerAttributeMetadata, { name: "customerAttribute", description: "A customer attribute." })
  async getAttributeMetadata(
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata> {
    return attributeOf(db, "customer", attributeCode);
  }

  @Rest("GET /V1/attributeMetadata/customer/form/:formCode", permission)
  @Query(() => [CustomerAttributeMetadata], {
    name: "customerFormAttributes",
    description: "The customer attributes of a form, in form order.",
  })
  async getAttributes(
    @Arg("formCode", () => String, { description: "Code of the form, such as customer_account_create." })
    formCode: string,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata[]> {
    return attributesOfForm(db, "customer", formCode);
  }

  @Rest("GET /V1/attributeMetadata/customer", permission)
  @Query(() => [CustomerAttributeMetadata], { name: "customerAttributes", description: "All customer attributes." })
  async getAllAttributesMetadata(@Ctx() { db }: Context): Promise<CustomerAttributeMetadata[]> {
    return readAttributes(db, "customer");
  }

  @Rest("GET /V1/attributeMetadata/customer/custom", permission)
  @Query(() => [CustomerAttributeMetadata], {
    name: "customCustomerAttributes",
    description: "The user-defined customer attributes.",
  })
  async getCustomAttributesMetadata(
    @Arg("dataInterfaceName", () => String, { nullable: true, description: "Ignored." })
    _dataInterfaceName: string | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata[]> {
    return readAttributes(db, "customer", { isUserDefined: true });
  }
}

@Contract("Customer", "AddressMetadata")
@Resolver()
export class AddressMetadata {
  @Rest("GET /V1/attributeMetadata/customerAddress/attribute/:attributeCode", permission)
  @Query(() => CustomerAttributeMetadata, {
    name: "customerAddressAttribute",
    description: "A customer address attribute.",
  })
  async getAttributeMetadata(
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata> {
    return attributeOf(db, "customer_address", attributeCode);
  }

  @Rest("GET /V1/attributeMetadata/customerAddress/form/:formCode", permission)
  @Query(() => [CustomerAttributeMetadata], {
    name: "customerAddressFormAttributes",
    description: "The customer address attributes of a form, in form order.",
  })
  async getAttributes(
    @Arg("formCode", () => String, { description: "Code of the form, such as customer_register_address." })
    formCode: string,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata[]> {
    return attributesOfForm(db, "customer_address", formCode);
  }

  @Rest("GET /V1/attributeMetadata/customerAddress", permission)
  @Query(() => [CustomerAttributeMetadata], {
    name: "customerAddressAttributes",
    description: "All customer address attributes.",
  })
  async getAllAttributesMetadata(@Ctx() { db }: Context): Promise<CustomerAttributeMetadata[]> {
    return readAttributes(db, "customer_address");
  }

  @Rest("GET /V1/attributeMetadata/customerAddress/custom", permission)
  @Query(() => [CustomerAttributeMetadata], {
    name: "customCustomerAddressAttributes",
    description: "The user-defined customer address attributes.",
  })
  async getCustomAttributesMetadata(
    @Arg("dataInterfaceName", () => String, { nullable: true, description: "Ignored." })
    _dataInterfaceName: string | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<CustomerAttributeMetadata[]> {
    return readAttributes(db, "customer_address", { isUserDefined: true });
  }
}

async function attributeOf(db: Db, entity: AttributeEntity, code: string): Promise<CustomerAttributeMetadata> {
  const [attribute] = await readAttributes(db, entity, { code });
  if (!attribute) throw noSuchEntity("entityType", entity, ["attributeCode", code]);
  return attribute;
}

async function attributesOfForm(db: Db, entity: AttributeEntity, form: string): Promise<CustomerAttributeMetadata[]> {
  const attributes = await readAttributes(db, entity, { form });
  if (attributes.length === 0) throw noSuchEntity("formCode", form);
  return attributes;
}
