import { Field, Int } from "type-graphql";
import { closedSet, OneOf } from "../contract/closed-set.js";
import { Shape } from "../contract/shape.js";

const conditionType = closedSet("ConditionType", "How a field compares with the value of a filter.", {
  EQ: ["eq", "Is equal to the value."],
  NEQ: ["neq", "Differs from the value."],
  GT: ["gt", "Is greater."],
  GTEQ: ["gteq", "Is greater or equal."],
  MOREQ: ["moreq", "Is greater or equal, as `GTEQ`."],
  FROM: ["from", "Is greater or equal, as `GTEQ`."],
  LT: ["lt", "Is less."],
  LTEQ: ["lteq", "Is less or equal."],
  TO: ["to", "Is less or equal, as `LTEQ`."],
  IN: ["in", "Is one of the values, which are separated by commas."],
  NIN: ["nin", "Is none of the values, which are separated by commas."],
  LIKE: ["like", "Matches the pattern, in which `%` stands for any text and `_` for one character."],
  NLIKE: ["nlike", "Does not match the pattern."],
  FINSET: ["finset", "Is a list, separated by commas, that has the value."],
  NFINSET: ["nfinset", "Is a list, separated by commas, that does not have the value."],
  NULL: ["null", "Has no value."],
  NOTNULL: ["notnull", "Has a value."],
});

const sortDirection = closedSet("SortDirection", "The direction of a sort order.", {
  ASC: ["ASC", "The smallest value first."],
  DESC: ["DESC", "The largest value first."],
});

@Shape("Filter", "A condition on a field.")
export class Filter {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: "Value to compare with; a comma-separated list for `in` and `nin`; ignored for `null` and `notnull`.",
  })
  value?: string | null;

  @OneOf(conditionType)
  @Field(() => String, {
    nullable: true,
    description:
      "One of eq (default), neq, gt, gteq, lt, lteq, moreq, from, to, in, nin, like, nlike, finset, nfinset, null, notnull.",
  })
  condition_type?: string | null;
}

@Shape("FilterGroup", "A group of conditions of which at least one must match.")
export class FilterGroup {
  @Field(() => [Filter], { nullable: true, description: "The conditions, joined with OR." })
  filters?: Filter[] | null;
}

@Shape("SortOrder", "A sort order.")
export class SortOrder {
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @OneOf(sortDirection)
  @Field(() => String, { nullable: true, description: "ASC or DESC; DESC by default." })
  direction?: string | null;
}

@Shape("SearchCriteria", "The search criteria as understood.", {
  input: "Search criteria; empty matches everything.",
})
export class SearchCriteria {
  @Field(() => [FilterGroup], { nullable: true, description: "Groups of conditions, joined with AND." })
  filter_groups?: FilterGroup[] | null;

  @Field(() => [SortOrder], { nullable: true, description: "Sort orders, the most significant first." })
  sort_orders?: SortOrder[] | null;

  @Field(() => Int, { nullable: true, description: "Records per page; all by default." })
  page_size?: number | null;

  @Field(() => Int, { nullable: true, description: "Page to return, from 1." })
  current_page?: number | null;

  /** Whether the page has one record more than its size, to see whether there is another page. No request can set it. */
  readonly isAhead?: boolean;
  /** Whether the total is left out, because nobody asks for it. No request can set it. */
  readonly isUncounted?: boolean;
}
