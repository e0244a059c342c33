import { Arg, Ctx, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../api/call/context.js";
import { Contract, Rest, Writes } from "../../../api/contract/rest.js";
import { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchCoupons } from "./coupons.rows.js";
import { Coupon, CouponGenerationSpec, CouponMassDeleteResult, CouponSearchResults } from "./coupons.types.js";
import { generateCoupons } from "./generate-coupons.js";
import { requireCoupon, deleteCoupon, deleteCouponsByCodes, deleteCouponsByIds, saveCoupon } from "./save-coupon.js";

const permission = "Magento_SalesRule::quote";
const ignoreDescription =
  "If true, the default, unknown coupons are only reported and the others are deleted. If false, they fail the call.";

@Contract("SalesRule", "CouponRepository", { aggregate: "sales-rule" })
@Resolver()
export class CouponRepository {
  @Rest("GET /V1/coupons/:couponId", permission)
  @Query(() => Coupon, { name: "coupon", description: "A coupon of a cart price rule." })
  getById(
    @Arg("couponId", () => Int, { description: "Id of the coupon." }) couponId: number,
    @Ctx() ctx: Context,
  ): Promise<Coupon> {
    return requireCoupon(ctx.db, couponId);
  }

  @Rest("GET /V1/coupons/search", permission)
  @Query(() => CouponSearchResults, {
    name: "coupons",
    description: "Searches coupons of cart price rules by their fields.",
  })
  getList(
    @Arg("searchCriteria", () => SearchCriteria, { description: "Search criteria." }) searchCriteria: SearchCriteria,
    @Ctx() ctx: Context,
  ): Promise<CouponSearchResults> {
    return searchCoupons(ctx.db, searchCriteria);
  }

  @Rest("POST /V1/coupons", permission, { keys: ["coupon.rule_id"] })
  @Rest("PUT /V1/coupons/:couponId", permission, { path: { couponId: "coupon.coupon_id" }, keys: ["*"] })
  @Mutation(() => Coupon, {
    name: "saveCoupon",
    description:
      "Creates a coupon, or changes the given fields of the coupon with the id. Its usage limits are those of its rule.",
  })
  save(
    @Arg("coupon", () => Coupon, { description: "The coupon." }) coupon: Coupon,
    @Ctx() ctx: Context,
  ): Promise<Coupon> {
    return saveCoupon(ctx, coupon);
  }

  @Rest("DELETE /V1/coupons/:couponId", permission, { keys: ["*"] })
  @Mutation(() => Boolean, { name: "deleteCoupon", description: "Deletes a coupon." })
  async deleteById(
    @Arg("couponId", () => Int, { description: "Id of the coupon." }) couponId: number,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    await deleteCoupon(ctx.db, couponId);
    return true;
  }
}

@Contract("SalesRule", "CouponManagement", { aggregate: "sales-rule" })
@Resolver()
export class CouponManagement {
  @Rest("POST /V1/coupons/generate", permission, { keys: ["couponSpec.rule_id"] })
  @Writes("coupons", { code: "result" })
  @Mutation(() => [String], {
    name: "generateCoupons",
    description: "Generates coupons of a rule and returns their codes. Creates all of them or none.",
  })
  generate(
    @Arg("couponSpec", () => CouponGenerationSpec, { description: "Number and format of the codes." })
    couponSpec: CouponGenerationSpec,
    @Ctx() ctx: Context,
  ): Promise<string[]> {
    return generateCoupons(ctx.db, couponSpec);
  }

  @Rest("POST /V1/coupons/deleteByIds", permission)
  @Mutation(() => CouponMassDeleteResult, { name: "deleteCouponsByIds", description: "Deletes coupons by their ids." })
  deleteByIds(
    @Arg("ids", () => [Int], { description: "Ids of the coupons." }) ids: number[],
    @Arg("ignoreInvalidCoupons", () => Boolean, { nullable: true, description: ignoreDescription })
    ignoreInvalidCoupons: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CouponMassDeleteResult> {
    return deleteCouponsByIds(ctx.db, ids, ignoreInvalidCoupons ?? true);
  }

  @Rest("POST /V1/coupons/deleteByCodes", permission)
  @Mutation(() => CouponMassDeleteResult, {
    name: "deleteCouponsByCodes",
    description: "Deletes coupons by their codes, case-insensitive.",
  })
  deleteByCodes(
    @Arg("codes", () => [String], { description: "Codes of the coupons." }) codes: string[],
    @Arg("ignoreInvalidCoupons", () => Boolean, { nullable: true, description: ignoreDescription })
    ignoreInvalidCoupons: boolean | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<CouponMassDeleteResult> {
    return deleteCouponsByCodes(ctx.db, codes, ignoreInvalidCoupons ?? true);
  }
}
