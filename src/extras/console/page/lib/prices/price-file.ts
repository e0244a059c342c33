/** The name of a file format and the headers to send a file with. */
export interface FileKind {
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string;
}

const types: Readonly<Record<string, { readonly type: string; readonly name: string }>> = {
  csv: { type: "text/csv", name: "CSV" },
  ndjson: { type: "application/x-ndjson", name: "NDJSON" },
  jsonl: { type: "application/x-ndjson", name: "NDJSON" },
};

/** Returns the kind of a file by its name; undefined if it cannot be imported. */
export function fileKind(fileName: string): FileKind | undefined {
  const [, extension = "", gz] = /\.([a-z]+)(\.gz)?$/i.exec(fileName) ?? [];
  const found = types[extension.toLowerCase()];
  if (!found) return undefined;
  return {
    name: gz ? `${found.name}, compressed` : found.name,
    headers: { "Content-Type": found.type, ...(gz ? { "Content-Encoding": "gzip" } : {}) },
  };
}

/** `12.3 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
