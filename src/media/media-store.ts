import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../config.js";
import { FolderStore } from "./folder-store.js";
import { S3Store } from "./s3-store.js";

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

/** Opens the configured storage. Nothing is loaded or connected before the first use. */
export function openMediaStore(config: Config): MediaStore {
  const bucket = config.PORTICO_MEDIA_S3_BUCKET;
  if (bucket === undefined) return new FolderStore(folderOf(config));
  return new S3Store({
    bucket,
    region: config.PORTICO_MEDIA_S3_REGION,
    endpoint: config.PORTICO_MEDIA_S3_ENDPOINT,
    prefix: config.PORTICO_MEDIA_S3_PREFIX,
    pathStyle: config.PORTICO_MEDIA_S3_PATH_STYLE,
  });
}

const folderOf = ({ PORTICO_MEDIA_DIR: folder, PORTICO_DATA_DIR: data }: Config): string =>
  folder === undefined ? join(data, "media") : resolve(folder);
