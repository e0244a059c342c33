/**
 * A list that is JSON text already: written as it is where all of it is wanted, and parsed only where it is looked into,
 * as by GraphQL. The text must be what the list's declared type would be written as.
 */
export class JsonText implements Iterable<unknown> {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text);
  }

  [Symbol.iterator](): Iterator<unknown> {
    return (JSON.parse(this.text) as unknown[])[Symbol.iterator]();
  }
}
