import { join, resolve } from "node:path";
import type { Config } from "../../config.js";
import { requirePackages } from "../process/optional-packages.js";
import { FolderStore } from "./folder-store.js";
import type { MediaStore } from "./media-store.js";
import { S3Store } from "./s3-store.js";

/** Opens the configured storage. Nothing is loaded or connected before the first use, but the package must be there. */
export function openMediaStore(config: Config): MediaStore {
  const bucket = config.PORTICO_MEDIA_S3_BUCKET;
  if (bucket === undefined) return new FolderStore(folderOf(config));
  requirePackages("PORTICO_MEDIA_S3_BUCKET", ["@aws-sdk/client-s3"]);
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
