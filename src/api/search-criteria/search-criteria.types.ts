import { Field, Int } from "type-graphql";
import { closedSet, OneOf } from "../contract/closed-set.js";
import { RequiredInput } from "../contract/request-fields.js";
import { Shape } from "../contract/shape.js";

const conditionType = closedSet("ConditionType", "How a filter compares a field with its value.", {
  EQ: ["eq", "Is equal to the value."],
  NEQ: ["neq", "Differs from the value."],
  GT: ["gt", "Is greater than the value."],
  SEQ: ["seq", "Is equal to the value; if the value is empty, has no value."],
  SNEQ: ["sneq", "Differs from the value; if the value is empty, has a value."],
  GTEQ: ["gteq", "Is greater than or equal to the value."],
  MOREQ: ["moreq", "Same as `EQ`, as in Magento 2.4.7."],
  FROM: ["from", "Same as `GTEQ`."],
  LT: ["lt", "Is less than the value."],
  LTEQ: ["lteq", "Is less than or equal to the value."],
  TO: ["to", "Same as `LTEQ`."],
  IN: ["in", "Is one of the comma-separated values."],
  NIN: ["nin", "Is none of the comma-separated values."],
  LIKE: ["like", "Matches the pattern, in which `%` stands for any text and `_` for one character."],
  NLIKE: ["nlike", "Does not match the pattern."],
  FINSET: ["finset", "Is a comma-separated list that contains the value."],
  NFINSET: ["nfinset", "Is a comma-separated list that does not contain the value."],
  NULL: ["null", "Has no value."],
  NOTNULL: ["notnull", "Has a value."],
});

const sortDirection = closedSet("SortDirection", "The direction of a sort order.", {
  ASC: ["ASC", "Smallest value first."],
  DESC: ["DESC", "Largest value first."],
});

@Shape("Filter", "A condition on a field.", { always: ["condition_type"] })
export class Filter {
  @RequiredInput()
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: "Value to compare with; a comma-separated list for `in` and `nin`; ignored for `null` and `notnull`.",
  })
  value?: string | null;

  @OneOf(conditionType, { isLenient: true })
  @Field(() => String, {
    nullable: true,
    description: "How the field is compared with the value; by default, both must be equal.",
  })
  condition_type?: string | null;
}

@Shape("FilterGroup", "A group of conditions. At least one of them must match.")
export class FilterGroup {
  @Field(() => [Filter], { nullable: true, description: "The conditions, joined with OR." })
  filters?: Filter[] | null;
}

@Shape("SortOrder", "A sort order.")
export class SortOrder {
  /** Null only if a query string omits it. */
  @RequiredInput()
  @Field(() => String, { description: "Code of the field or attribute." })
  field!: string | null;

  @OneOf(sortDirection)
  @Field(() => String, { nullable: true, description: "Direction; descending by default." })
  direction?: string | null;
}

@Shape("SearchCriteria", "The search criteria of the request, normalized.", {
  input: "Search criteria; empty criteria match everything.",
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

  /** Whether to read one record more than the page size, to detect a next page. Requests cannot set it. */
  readonly isAhead?: boolean;
  /** Whether to leave out the total, because it is not requested. Requests cannot set it. */
  readonly isUncounted?: boolean;
}
