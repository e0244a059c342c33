/**
 * An answer that is already JSON text. It is written unchanged, or parsed if only a part of it is selected. The text
 * must be the same that the writer of its declared type would produce.
 */
export class JsonText {
  constructor(readonly text: string) {}

  /** Returns the parsed text. */
  parse<Value>(): Value {
    return JSON.parse(this.text) as Value;
  }

  toJSON(): unknown {
    return this.parse();
  }
}
