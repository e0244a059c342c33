import * as z from "zod";
import { type SettingDeclarations, flag, integer, optionalUrl } from "./values.js";

/** Settings of images and files. */
export const mediaSettings = {
  PORTICO_MEDIA_DIR: {
    schema: z.string().min(1).optional(),
    about:
      "Folder of images and downloadable files; all processes must share it. Default: `media` in `PORTICO_DATA_DIR`.",
  },
  PORTICO_MEDIA_S3_BUCKET: {
    schema: z.string().min(1).optional(),
    about:
      "Bucket of an S3-compatible storage that replaces the folder. Credentials come from the AWS SDK's default sources.",
  },
  PORTICO_MEDIA_S3_ENDPOINT: {
    schema: optionalUrl("http", "https"),
    about: "Address of the S3-compatible storage, unless it is AWS.",
  },
  PORTICO_MEDIA_S3_REGION: { schema: z.string().min(1).default("us-east-1"), about: "Region of the bucket." },
  PORTICO_MEDIA_S3_PREFIX: {
    schema: z
      .string()
      .regex(/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/, {
        error: "must be names of letters, digits, `_`, `.` and `-`, separated by /",
      })
      .default("media"),
    about: "Prefix of all object names in the bucket. Two installations must not share one.",
  },
  PORTICO_MEDIA_S3_PATH_STYLE: {
    schema: flag(false),
    about: "Put the bucket name into the path of addresses instead of the host name.",
  },
  PORTICO_MEDIA_SWEEP_DAYS: {
    schema: integer(0, 365, 7),
    about:
      "Days between two searches for files without a row in the database, which a crash left behind. Those that are at least as old are removed; 0 searches only with `bin/portico media:sweep`.",
  },
  PORTICO_IMAGE_LIMIT: {
    schema: integer(1024, 1 << 30, 10 << 20),
    about: "Maximum size of an image in bytes. In a body it is Base64, which is a third longer.",
  },
  PORTICO_IMAGE_SIDE: { schema: integer(1, 100_000, 10_000), about: "Maximum width and height of an image in pixels." },
} as const satisfies SettingDeclarations;
