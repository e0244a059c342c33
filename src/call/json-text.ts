/**
 * An answer that is JSON text already: written as it is where all of it is wanted, and parsed where a part is. The text must
 * be what its declared type would be written as.
 */
export class JsonText {
  constructor(readonly text: string) {}

  /** What the text says. */
  parsed<Value>(): Value {
    return JSON.parse(this.text) as Value;
  }

  toJSON(): unknown {
    return this.parsed();
  }
}
