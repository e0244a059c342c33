import { inputError } from "../webapi/errors.js";
import type { MediaFile } from "./media-files.rows.js";
import type { ImageContent } from "./product-media.types.js";
import { fromBase64, hasForbiddenCharacters, safeFileName } from "./sent-files.js";

interface ImageKind {
  readonly mediaType: string;
  /** The usual extension first. */
  readonly extensions: readonly string[];
  readonly isOf: (bytes: Buffer) => boolean;
}

const startsWith = (bytes: Buffer, signature: string) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature, "latin1"));

/** Told by what the bytes are, whatever they are called. */
const kinds: readonly ImageKind[] = [
  { mediaType: "image/jpeg", extensions: ["jpg", "jpeg"], isOf: (bytes) => startsWith(bytes, "\xff\xd8\xff") },
  { mediaType: "image/png", extensions: ["png"], isOf: (bytes) => startsWith(bytes, "\x89PNG\r\n\x1a\n") },
  {
    mediaType: "image/gif",
    extensions: ["gif"],
    isOf: (bytes) => startsWith(bytes, "GIF87a") || startsWith(bytes, "GIF89a"),
  },
  {
    mediaType: "image/webp",
    extensions: ["webp"],
    isOf: (bytes) => startsWith(bytes, "RIFF") && bytes.subarray(8, 12).toString("latin1") === "WEBP",
  },
];

/** Reads an image that was sent. Throws a 400 for what is no image, not of the declared type, or badly named. */
export function readImage(content: ImageContent | null | undefined): MediaFile {
  if (!content) throw inputError("The image content is invalid. Verify the content and try again.");
  const bytes = fromBase64(content.base64_encoded_data);
  const kind = bytes && kinds.find(({ isOf }) => isOf(bytes));
  if (!bytes || !kind) throw inputError("The image content must be valid base64 encoded data.");
  const declared = content.type === "image/jpg" ? "image/jpeg" : content.type;
  if (declared !== kind.mediaType) throw inputError("The image MIME type is not valid or not supported.");
  const name = content.name ?? "";
  if (name === "" || hasForbiddenCharacters(name)) {
    throw inputError("Provided image name contains forbidden characters.");
  }
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const fitting = kind.extensions.includes(extension) ? name : `${name}.${kind.extensions[0] ?? ""}`;
  return { fileName: safeFileName(fitting), mediaType: kind.mediaType, content: bytes };
}
