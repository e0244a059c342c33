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
