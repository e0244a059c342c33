import { Field, Int } from "type-graphql";
import { ReadOnly } from "../../../api/contract/request-fields.js";
import { type DecimalText, Money } from "../../../api/contract/scalars.js";
import { OutputShape, Shape } from "../../../api/contract/shape.js";
import { SearchResults } from "../../../api/search-criteria/search-results.js";

@Shape("GiftCardAccount", "A gift card with its balance.", { mayLack: ["date_expires"] })
export class GiftCardAccount {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Code, up to 255 characters, unique regardless of case; cannot be changed. Omit it to use the next pre-generated code.",
  })
  code?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website; 0 means all. Cannot be changed." })
  website_id?: number | null;

  @Field(() => Money, {
    nullable: true,
    description: "Balance in base currency, zero or more, with at most two decimals.",
  })
  balance?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "1 enabled, the default, or 0 disabled." })
  status?: number | null;

  @ReadOnly(() => Int, "0 available, 1 used up, 2 redeemed, 3 expired.")
  state?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it can be redeemed as store credit; true by default." })
  is_redeemable?: boolean | null;

  @ReadOnly(() => String, "Day of creation, `YYYY-MM-DD`.")
  date_created?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Last day of use in the time zone of the website, `YYYY-MM-DD`; null if it never expires.",
  })
  date_expires?: string | null;
}

export const GiftCardAccountSearchResults = SearchResults(GiftCardAccount);
export type GiftCardAccountSearchResults = SearchResults<GiftCardAccount>;

@OutputShape("GiftCardCodes", "The pre-generated codes of gift cards. Each code is used only once.")
export class GiftCardCodes {
  @Field(() => Int, { description: "Number of codes that no gift card has used." })
  free!: number;

  @Field(() => Int, { description: "Number of codes that gift cards have used." })
  taken!: number;

  @Field(() => Int, {
    description:
      "Number of free codes below which a warning is logged (giftcard/giftcardaccount_general/pool_threshold). New codes are " +
      "generated when none is free.",
  })
  threshold!: number;
}
