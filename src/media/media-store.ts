import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../config.js";
import { FolderStore } from "./folder-store.js";
import { S3Store } from "./s3-store.js";

/** A file that is kept. */
export interface StoredFile {
  readonly key: string;
  readonly changedAt: Date;
}

/** A file that is being read. */
export interface OpenedFile {
  readonly size: number;
  readonly content: Readable;
}

/** What is to be kept under a key. */
export interface FileToKeep {
  readonly key: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Where files are kept. A key is a path without a leading slash, such as `catalog/product/p/h/photo.jpg`. */
export interface MediaStore {
  /** Keeps a file whole or not at all, in place of whatever had its key. */
  write(file: FileToKeep): Promise<void>;
  /** Undefined where there is no such file. Whoever opens it reads it to its end or destroys it. */
  read(key: string): Promise<OpenedFile | undefined>;
  /** Lets go of a file; of one that there is not, too. */
  remove(key: string): Promise<void>;
  /** Every file below a folder, in no order. */
  list(folder: string): AsyncIterable<StoredFile>;
  close(): void;
}

/** The storage of the settings. Nothing is loaded or connected to before it is used. */
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
