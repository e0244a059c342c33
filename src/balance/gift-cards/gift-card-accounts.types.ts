import { Field, Int } from "type-graphql";
import { type DecimalText, Money } from "../../contract/scalars.js";
import { OutputShape, Shape } from "../../contract/shape.js";
import { SearchResults } from "../../search-criteria/search-results.js";

@Shape("GiftCardAccount", "A gift card with its balance.")
export class GiftCardAccount {
  @Field(() => Int, { nullable: true, description: "Id; assigned by the service." })
  id?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Code, up to 255 characters, unique in any case; cannot be changed. Without one, it is the next of those that are made beforehand.",
  })
  code?: string | null;

  @Field(() => Int, { nullable: true, description: "Id of the website, 0 for all; cannot be changed." })
  website_id?: number | null;

  @Field(() => Money, {
    nullable: true,
    description: "Balance in base currency, zero or more, with two digits at most.",
  })
  balance?: DecimalText | null;

  @Field(() => Int, { nullable: true, description: "1 enabled, the default, or 0 disabled." })
  status?: number | null;

  @Field(() => Int, { nullable: true, description: "0 available, 1 used up, 2 redeemed, 3 expired; read-only." })
  state?: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether it can become store credit; true by default." })
  is_redeemable?: boolean | null;

  @Field(() => String, { nullable: true, description: "Day of creation, `YYYY-MM-DD`; read-only." })
  date_created?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Last day of use in the time zone of the website, `YYYY-MM-DD`; null is never.",
  })
  date_expires?: string | null;
}

export const GiftCardAccountSearchResults = SearchResults(GiftCardAccount);
export type GiftCardAccountSearchResults = SearchResults<GiftCardAccount>;

@OutputShape("GiftCardCodes", "The codes that are made beforehand for gift cards. None is given out twice.")
export class GiftCardCodes {
  @Field(() => Int, { description: "Codes that no gift card has or had." })
  free!: number;

  @Field(() => Int, { description: "Codes that gift cards have or had." })
  taken!: number;

  @Field(() => Int, {
    description:
      "Number of free codes below which a warning is logged (giftcard/giftcardaccount_general/pool_threshold). New codes are made " +
      "when none is free.",
  })
  threshold!: number;
}
