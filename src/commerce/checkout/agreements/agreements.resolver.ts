import { Arg, Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { readActiveAgreements, searchAgreements } from "./agreements.rows.js";
import { CheckoutAgreement } from "./agreements.types.js";
import { hasAgreements } from "./required-agreements.js";

const permission = "Magento_Sales::sales";

@Contract("CheckoutAgreements", "CheckoutAgreementsRepository")
@Resolver()
export class CheckoutAgreementsRepository {
  @Rest("GET /V1/carts/licence", permission)
  @Query(() => [CheckoutAgreement], {
    name: "checkoutAgreements",
    description: "Active terms and conditions of the store view; none if they are disabled in its settings.",
  })
  async getList(@Ctx() { db, scope }: Context): Promise<CheckoutAgreement[]> {
    return (await hasAgreements(db, scope)) ? readActiveAgreements(db, scope.storeId) : [];
  }
}

@Contract("CheckoutAgreements", "CheckoutAgreementsList")
@Resolver()
export class CheckoutAgreementsList {
  @Rest("GET /V1/carts/licence/list", permission)
  @Query(() => [CheckoutAgreement], {
    name: "searchCheckoutAgreements",
    description: "Searches active and inactive terms and conditions, whether or not they are enabled in the settings.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() { db }: Context,
  ): Promise<CheckoutAgreement[]> {
    return searchAgreements(db, searchCriteria);
  }
}
