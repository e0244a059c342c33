import { Field, Int } from "type-graphql";
import { OutputShape } from "../../api/contract/shape.js";
import { SearchResults } from "../../api/search-criteria/search-results.js";

@OutputShape("Shelf", "A shelf of the warehouse.")
export class Shelf {
  @Field(() => Int, { description: "Id." })
  id!: number;

  @Field(() => String, { description: "Code, unique regardless of case." })
  code!: string;

  @Field(() => Int, { description: "How many boxes it can hold." })
  room!: number;
}

export const ShelfSearchResults = SearchResults(Shelf);
export type ShelfSearchResults = SearchResults<Shelf>;
