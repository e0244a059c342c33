import type { Config } from "../../../config.js";
import { inputError } from "../../../api/call/errors.js";
import { fromBase64, hasForbiddenCharacters, safeFileName } from "../media/sent-files.js";
import { isAddress, isOnAllowedHost } from "./downloadable-domains.js";
import type { DownloadableFileContent } from "./product-downloadable.types.js";
import type { ProductFiles } from "./product-files.js";

/** The source of a download: a URL or a stored file. */
export interface Source {
  readonly type: "url" | "file";
  readonly url: string | null;
  readonly file: string | null;
}

/** The source fields of a request. Absent fields stay unchanged unless the type changes. */
export interface GivenSource {
  readonly type: string | null | undefined;
  readonly url: string | null | undefined;
  readonly file: string | null | undefined;
  readonly content: DownloadableFileContent | null | undefined;
}

/** Messages for invalid sources. */
export interface SourceTexts {
  readonly badType: string;
  readonly badUrl: string;
  readonly badHost: string;
  readonly noFile: string;
}

export const linkTexts: SourceTexts = {
  badType: "The link type is invalid. Verify and try again.",
  badUrl: "Link URL must have valid format.",
  badHost: "Link URL's domain is not in list of downloadable_domains in env.php.",
  noFile: "Link file not found. Please try again.",
};

const sampleUrlTexts = {
  badUrl: "Sample URL must have valid format.",
  badHost: "Sample URL's domain is not in list of downloadable_domains in env.php.",
};

export const linkSampleTexts: SourceTexts = {
  ...sampleUrlTexts,
  badType: "The link sample type is invalid. Verify and try again.",
  noFile: "Link sample file not found. Please try again.",
};

export const sampleTexts: SourceTexts = {
  ...sampleUrlTexts,
  badType: "The sample type is invalid. Verify the sample type and try again.",
  noFile: "Sample file not found. Please try again.",
};

/** The configuration and the files of the product, which checking a source needs. */
export interface SourceContext {
  readonly config: Config;
  readonly files: ProductFiles;
}

/** Checks a source and accepts the file in the request. Throws 400 with the given messages, and for an invalid file. */
export function acceptSource(
  given: GivenSource,
  { before, texts }: { readonly before: Source | undefined; readonly texts: SourceTexts },
  { config, files }: SourceContext,
): Source {
  const { type, content } = given;
  const stays = before?.type === type ? before : undefined;
  if (type === "url") {
    const url = given.url ?? stays?.url;
    if (!isAddress(url)) throw inputError(texts.badUrl);
    if (url !== stays?.url && !isOnAllowedHost(url, config)) throw inputError(texts.badHost);
    return { type, url, file: null };
  }
  if (type !== "file") throw inputError(texts.badType);
  if (content) {
    const { fileName, bytes } = readFile(content);
    return { type, url: null, file: files.add(fileName, bytes) };
  }
  const file = given.file ?? stays?.file;
  if (!file || !files.has(file)) throw inputError(texts.noFile);
  return { type, url: null, file };
}

/** Whether any of the sources is a file. */
export const hasFileSource = (sources: readonly GivenSource[]): boolean => sources.some(({ type }) => type === "file");

function readFile({ file_data: data, name }: DownloadableFileContent) {
  const bytes = fromBase64(data);
  if (!bytes) throw inputError("Provided content must be valid base64 encoded data.");
  if (!name || hasForbiddenCharacters(name)) throw inputError("Provided file name contains forbidden characters.");
  return { fileName: safeFileName(name), bytes };
}

/** Returns the source of a row's columns, or undefined if it has none. */
export function sourceOf(type: string | null, url: string | null, file: string | null): Source | undefined {
  return type === "url" || type === "file" ? { type, url, file } : undefined;
}
