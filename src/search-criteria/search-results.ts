import { Field, Int, ObjectType } from "type-graphql";
import { shapeName } from "../contract/shape.js";
import { SearchCriteria } from "./search-criteria.types.js";

/** A page of records, in the form that every search of Magento's REST interface returns. */
export interface SearchResults<Item> {
  items: Item[];
  search_criteria: SearchCriteria;
  total_count: number;
}

/** Declares the type `<shape>SearchResults`: a page of records of the shape. */
export function SearchResults<Item extends object>(shape: new () => Item): new () => SearchResults<Item> {
  const name = shapeName(shape);

  @ObjectType(`${name}SearchResults`, { description: `A page of records of type ${name}.` })
  class Results implements SearchResults<Item> {
    @Field(() => [shape], { description: "The records of the page, in the requested order." })
    items!: Item[];

    @Field(() => SearchCriteria, { description: "The search criteria as understood." })
    search_criteria!: SearchCriteria;

    @Field(() => Int, { description: "Number of matching records on all pages." })
    total_count!: number;
  }
  return Results;
}
