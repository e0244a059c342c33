/** A list that an answer has in several places. Its JSON text is written once, so nobody changes the list after that. */
export class SharedList<Item> extends Array<Item> {
  /** What a writer has made of the whole list. */
  json: string | undefined;
}
