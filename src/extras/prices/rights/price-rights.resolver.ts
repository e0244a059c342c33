import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { aggregate, invalidValue, noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import { readWebsites } from "../../../commerce/store/published.js";
import { websiteNotFound } from "../../../commerce/store/published.structure.js";
import { audit } from "../../../api/auth/audit.rows.js";
import { formatRight, parseRight } from "../../../api/auth/price-rights.js";
import { readPriceRights, updatePriceRights } from "../../../api/auth/rights/price-rights.rows.js";
import { requireHeldRights } from "../../../api/auth/rights/check-rights.js";
import { readStoredRole } from "../../../api/auth/rights/rights.rows.js";
import { RolePriceRight } from "./price-rights.types.js";
import { priceKind } from "../../../commerce/pricing/closed-sets.types.js";

const permission = "Magento_Backend::system";
const roleDescription = "Id of the role.";

@Contract("Authorization", "RolePriceRights")
@Resolver()
export class RolePriceRights {
  @Rest("GET /V1/adminRoles/:roleId/price-rights", permission)
  @Query(() => [RolePriceRight], {
    name: "rolePriceRights",
    description: "The prices that members of a role can change; an empty list means all prices.",
  })
  async get(
    @Arg("roleId", () => Int, { description: roleDescription }) roleId: number,
    @Ctx() { db }: Context,
  ): Promise<RolePriceRight[]> {
    const stored = await readPriceRights(db, roleId);
    if (!stored) throw noSuchEntity("roleId", roleId);
    return stored.map(parseRight).map(({ kind, websiteId }) => ({ kind, website_id: websiteId }));
  }

  @Rest("PUT /V1/adminRoles/:roleId/price-rights", permission, { immediate: true })
  @Mutation(() => [RolePriceRight], {
    name: "setRolePriceRights",
    description:
      "Replaces the price rights of a role, which apply in addition to its resources. An empty list allows all prices. 400 for an unknown kind, 404 for an unknown role or website.",
  })
  async set(
    @Arg("roleId", () => Int, { description: roleDescription }) roleId: number,
    @Arg("rights", () => [RolePriceRight], { description: "The rights to set." }) rights: RolePriceRight[],
    @Ctx() ctx: Context,
  ): Promise<RolePriceRight[]> {
    const stored = await checkRights(ctx, rights);
    const role = await readStoredRole(ctx.db, roleId);
    if (!role) throw noSuchEntity("roleId", roleId);
    requireHeldRights(role, ctx);
    requireHeldRights({ ...role, price_rights: stored }, ctx);
    const name = await updatePriceRights(ctx.db, roleId, stored);
    if (name === undefined) throw noSuchEntity("roleId", roleId);
    await audit(ctx.db, ctx, { event: "price rights changed", type: null, id: roleId, name });
    return this.get(roleId, ctx);
  }
}

/** Returns the rights as stored. Throws 400 for unknown kinds, 404 for an unknown website. */
async function checkRights({ db }: Context, rights: readonly RolePriceRight[]): Promise<string[]> {
  const websites = new Set([0, ...(await readWebsites(db)).map(({ id }) => id)]);
  const reasons = rights.flatMap(({ kind }) => (priceKind.has(kind) ? [] : [invalidValue("kind", kind)]));
  if (reasons.length > 0) throw aggregate(reasons);
  const unknown = rights.find(({ website_id }) => !websites.has(website_id));
  if (unknown) throw websiteNotFound(unknown.website_id);
  return [
    ...new Set(
      rights.flatMap(({ kind, website_id }) =>
        priceKind.has(kind) ? [formatRight({ kind, websiteId: website_id })] : [],
      ),
    ),
  ];
}
