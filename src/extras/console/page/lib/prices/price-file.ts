/** How a file is read, apart from what its content shows. Empty for what the file decides. */
export interface UploadOptions {
  readonly policy: string;
  readonly kind: string;
  readonly decimal: string;
  readonly empty: string;
  readonly columns: string;
}

/** Options with which the file decides everything. */
export const defaultOptions: UploadOptions = { policy: "skip-failed", kind: "", decimal: "", empty: "", columns: "" };

/** Returns the path to which a file is sent. */
export function uploadPath(options: UploadOptions): string {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  return `/V1/price-imports?${new URLSearchParams(given as [string, string][]).toString()}`;
}

/** `12.3 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
