import { imageSize } from "image-size";
import type { Config } from "../../../config.js";
import type { NewImage } from "../../../platform/media/media-library.js";
import { inputError } from "../../../api/call/errors.js";
import type { ImageContent } from "./product-media.types.js";
import { dispersedPath, fromBase64, hasForbiddenCharacters, safeFileName } from "./sent-files.js";

interface ImageKind {
  readonly mediaType: string;
  /** The preferred extension first. */
  readonly extensions: readonly [string, ...string[]];
  readonly isOf: (bytes: Buffer) => boolean;
}

const startsWith = (bytes: Buffer, signature: string) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature, "latin1"));

/** The supported image types, which are detected from the bytes regardless of the file name. */
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

/** Returns the media type of an image's bytes, or undefined for an unsupported one. */
export const mediaTypeOf = (bytes: Buffer): string | undefined => kinds.find(({ isOf }) => isOf(bytes))?.mediaType;

/** Magento's limit for a file name with its extension. */
const maxNameLength = 255;
/** Maximum length of a stored name, which leaves room for a number within the limits of file systems. */
const maxStoredLength = 240;

type Limits = Pick<Config, "PORTICO_IMAGE_LIMIT" | "PORTICO_IMAGE_SIDE">;

/**
 * Reads the image of a request. Throws 400 if it is not an image, is too large, is not of the declared type or has an
 * invalid name.
 */
export function readImage(content: ImageContent | null | undefined, limits: Limits): NewImage {
  if (!content) throw inputError("The image content is invalid. Verify the content and try again.");
  const { PORTICO_IMAGE_LIMIT: limit, PORTICO_IMAGE_SIDE: side } = limits;
  const bytes = fromBase64(content.base64_encoded_data);
  const kind = bytes && kinds.find(({ isOf }) => isOf(bytes));
  const dimensions = kind && dimensionsOf(bytes);
  if (!dimensions) throw inputError("The image content must be valid base64 encoded data.");
  const declared = content.type === "image/jpg" ? "image/jpeg" : content.type;
  if (declared !== kind.mediaType) throw inputError("The image MIME type is not valid or not supported.");
  if (bytes.byteLength > limit) throw inputError("The image is larger than %limit bytes.", { limit });
  const { width, height } = dimensions;
  if (Math.max(width, height) > side) throw inputError("The image is wider or higher than %side pixels.", { side });
  return {
    path: dispersedPath(fileNameOf(content.name, kind)),
    mediaType: kind.mediaType,
    width,
    height,
    content: bytes,
  };
}

/** Returns undefined if the bytes only begin like an image. */
function dimensionsOf(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  try {
    // Copies the bytes, because the library would read past their end into shared memory.
    const alone = bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const { width, height } = imageSize(alone);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

function fileNameOf(given: string | null | undefined, { extensions }: ImageKind): string {
  const name = given ?? "";
  if (name === "" || hasForbiddenCharacters(name)) {
    throw inputError("Provided image name contains forbidden characters.");
  }
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  // Removes extensions of other types from the name, because some web servers execute `x.php.jpg`.
  const fitting = extensions.includes(extension) ? name : `${name.replaceAll(".", "_")}.${extensions[0]}`;
  const safe = safeFileName(fitting);
  if (safe.length > maxNameLength) {
    throw inputError("Filename is too long; must be %1 characters or less", [maxNameLength]);
  }
  return shortened(safe);
}

/** Cuts a long name before its extension. */
function shortened(name: string): string {
  const extension = /\.[^.]*$/.exec(name)?.[0] ?? "";
  return name.length > maxStoredLength ? name.slice(0, maxStoredLength - extension.length) + extension : name;
}
