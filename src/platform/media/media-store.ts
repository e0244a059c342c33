import type { Readable } from "node:stream";

/** A stored file. */
export interface StoredFile {
  readonly key: string;
  readonly changedAt: Date;
}

/** An opened file. */
export interface OpenedFile {
  readonly size: number;
  readonly content: Readable;
}

/** A file to write. */
export interface FileToWrite {
  readonly key: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A storage for files. A key is a path without a leading slash, such as `catalog/product/p/h/photo.jpg`. */
export interface MediaStore {
  /** Writes a file atomically, replacing any file with the same key. */
  write(file: FileToWrite): Promise<void>;
  /** Opens a file; undefined if it does not exist. The caller must read the content to its end or destroy it. */
  read(key: string): Promise<OpenedFile | undefined>;
  /** Removes a file. A missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Lists every file below a folder, in no particular order. */
  list(folder: string): AsyncIterable<StoredFile>;
  close(): void;
}
