/**
 * A list that appears in an answer several times. Its JSON text is written once, so the list must not change after
 * that.
 */
export class SharedList<Item> extends Array<Item> {
  /** The JSON text of the whole list, once it is written. */
  json: string | undefined;
}
