import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilePart } from "./read-parts.js";

interface StoredPart extends Omit<FilePart, "content"> {
  readonly at: number;
  readonly bytes: number;
}

/** Keeps the parts of a file on disk until all of it was read. The file is deleted at the end. */
export class PartSpool {
  private readonly parts: StoredPart[] = [];
  private size = 0;

  private constructor(
    private readonly folder: string,
    private readonly file: FileHandle,
  ) {}

  static async open(): Promise<PartSpool> {
    const folder = await mkdtemp(join(tmpdir(), "portico-prices-"));
    return new PartSpool(folder, await open(join(folder, "parts"), "w+", 0o600));
  }

  async add({ content, ...part }: FilePart): Promise<void> {
    const bytes = Buffer.from(content);
    await this.file.write(bytes, 0, bytes.length, this.size);
    this.parts.push({ ...part, at: this.size, bytes: bytes.length });
    this.size += bytes.length;
  }

  async *read(): AsyncGenerator<FilePart> {
    for (const index of this.parts.keys()) {
      const part = await this.readPart(index);
      if (part) yield part;
    }
  }

  /** Returns a part by its index. */
  async readPart(index: number): Promise<FilePart | undefined> {
    const stored = this.parts[index];
    if (!stored) return undefined;
    const { at, bytes, ...part } = stored;
    const { buffer } = await this.file.read(Buffer.alloc(bytes), 0, bytes, at);
    return { ...part, content: buffer.toString() };
  }

  /** Number of parts. */
  get length(): number {
    return this.parts.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
