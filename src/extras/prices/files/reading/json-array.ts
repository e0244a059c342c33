const [quote, backslash, comma, newline, space, carriageReturn] = [0x22, 0x5c, 0x2c, 0x0a, 0x20, 0x0d];
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Turns the text of a JSON array into lines of JSON, one for each element, as it arrives. */
export async function* toLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cutter = new ElementCutter();
  for await (const chunk of chunks) yield cutter.cut(chunk);
  yield Buffer.from([newline]);
}

class ElementCutter {
  private depth = 0;
  private isQuoted = false;
  private isEscaped = false;

  /** Replaces the brackets of the array, and the line breaks within elements, by spaces, and the commas between them by newlines. */
  cut(chunk: Buffer): Buffer {
    const cut = Buffer.from(chunk);
    for (const [at, byte] of chunk.entries()) {
      if (this.isQuoted) this.skipText(byte);
      else cut[at] = this.replace(byte);
    }
    return cut;
  }

  private skipText(byte: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === backslash) this.isEscaped = true;
    else if (byte === quote) this.isQuoted = false;
  }

  private replace(byte: number): number {
    if (byte === quote) this.isQuoted = true;
    if (byte === comma && this.depth === 1) return newline;
    if (byte === newline || byte === carriageReturn) return space;
    if (openings.has(byte)) {
      this.depth += 1;
      return this.depth === 1 ? space : byte;
    }
    if (closings.has(byte)) {
      this.depth -= 1;
      return this.depth === 0 ? space : byte;
    }
    return byte;
  }
}
