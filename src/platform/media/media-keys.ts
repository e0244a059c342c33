const segment = /^[A-Za-z0-9_.-]+$/;

/** Whether a key stays within the storage: plain names separated by single slashes, without `..`. */
export function isSafeKey(key: string): boolean {
  return key.length <= 1024 && key.split("/").every((name) => segment.test(name) && name !== "." && name !== "..");
}

/** Throws for a key that could leave the storage. */
export function checkKey(key: string): void {
  if (!isSafeKey(key)) throw new Error(`invalid media file key: ${JSON.stringify(key.slice(0, 100))}`);
}
