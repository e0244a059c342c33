import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../api/call/context.js";
import { noSuchEntity } from "../../api/call/errors.js";
import { Contract, Rest } from "../../api/contract/rest.js";
import { CustomerAttributeMetadata } from "../customer/attributes/attributes.types.js";
import { readReturnAttributes, toMetadata } from "./return-attributes.rows.js";
import { MetadataObject } from "./returns.types.js";

const permission = "Magento_Rma::magento_rma";
const edition = "commerce";

/** The only form of return attributes. */
const onlyForm = "default";

@Contract("Rma", "RmaAttributesManagement")
@Resolver()
export class RmaAttributesManagement {
  @Rest("GET /V1/returnsAttributeMetadata/:attributeCode", permission, { edition })
  @Query(() => CustomerAttributeMetadata, {
    name: "returnAttribute",
    description: "Returns an attribute of return items.",
  })
  async getAttributeMetadata(
    @Arg("attributeCode", () => String, { description: "Code of the attribute." }) attributeCode: string,
    @Ctx() ctx: Context,
  ): Promise<CustomerAttributeMetadata> {
    const found = (await all(ctx)).find(({ attribute_code }) => attribute_code === attributeCode);
    if (!found) throw noSuchEntity("entityType", "rma_item", ["attributeCode", attributeCode]);
    return found;
  }

  @Rest("GET /V1/returnsAttributeMetadata/form/:formCode", permission, { edition })
  @Query(() => [CustomerAttributeMetadata], {
    name: "returnFormAttributes",
    description: "Returns the attributes of a form for return items; none for an unknown form.",
  })
  async getAttributes(
    @Arg("formCode", () => String, { description: "Code of the form; the only one is `default`." }) formCode: string,
    @Ctx() ctx: Context,
  ): Promise<CustomerAttributeMetadata[]> {
    return formCode === onlyForm ? all(ctx) : [];
  }

  @Rest("GET /V1/returnsAttributeMetadata", permission, { edition })
  @Query(() => [CustomerAttributeMetadata], {
    name: "returnAttributes",
    description: "Returns all attributes of return items, with the labels of the store view.",
  })
  getAllAttributesMetadata(@Ctx() ctx: Context): Promise<CustomerAttributeMetadata[]> {
    return all(ctx);
  }

  @Rest("GET /V1/returnsAttributeMetadata/custom", permission, { edition })
  @Query(() => [MetadataObject], {
    name: "customReturnAttributes",
    description: "Returns the user-defined attributes of return items.",
  })
  async getCustomAttributesMetadata(
    @Arg("dataObjectClassName", () => String, { nullable: true, description: "Ignored." })
    _dataObjectClassName: string | null | undefined,
    @Ctx() { db }: Context,
  ): Promise<MetadataObject[]> {
    const attributes = await readReturnAttributes(db);
    return attributes.filter(({ is_user_defined }) => is_user_defined).map(({ code }) => ({ attribute_code: code }));
  }
}

const all = async ({ db, scope }: Context): Promise<CustomerAttributeMetadata[]> =>
  (await readReturnAttributes(db)).map((attribute) => toMetadata(attribute, scope.storeId));
