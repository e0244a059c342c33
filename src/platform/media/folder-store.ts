import { randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileToWrite, MediaStore, OpenedFile, StoredFile } from "./media-store.js";
import { checkKey } from "./media-keys.js";

/** Stores files in a folder, local or shared by several machines. */
export class FolderStore implements MediaStore {
  constructor(private readonly root: string) {}

  async write({ key, content }: FileToWrite): Promise<void> {
    const path = this.pathOf(key);
    const folder = dirname(path);
    await mkdir(folder, { recursive: true });
    // Written next to its destination, so that one rename completes it. Drafts left by a crash are listed, so `sweep`
    // removes them.
    const draft = join(folder, `.${randomUUID()}`);
    try {
      await writeThrough(draft, content);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async read(key: string): Promise<OpenedFile | undefined> {
    const path = this.pathOf(key);
    try {
      const file = await open(path, "r");
      const { size } = await file.stat();
      return { size, content: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  remove(key: string): Promise<void> {
    return rm(this.pathOf(key), { force: true });
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    for (const entry of await entriesOf(join(this.root, folder))) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        yield* this.list(key);
      } else if (entry.isFile()) {
        const found = await stat(join(this.root, key)).catch(() => undefined);
        if (found) yield { key, changedAt: found.mtime };
      }
    }
  }

  close(): void {
    // There is no connection to close.
  }

  private pathOf(key: string): string {
    checkKey(key);
    return join(this.root, key);
  }
}

/**
 * Writes a file and flushes it to disk, because the transaction that refers to it may be committed next and must
 * survive a power failure.
 */
async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Whether a file is missing. A file below another file instead of a folder also counts as missing. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
