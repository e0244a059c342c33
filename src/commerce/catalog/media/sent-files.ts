const pattern = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns the bytes of Base64 text, which may contain line breaks; undefined if it is empty or invalid. */
export function fromBase64(text: string | null | undefined): Buffer | undefined {
  const compact = (text ?? "").replace(/[\r\n\s]+/g, "");
  if (!pattern.test(compact) || compact.replace(/=+$/, "").length % 4 === 1) return undefined;
  return Buffer.from(compact, "base64");
}

/**
 * Replaces the characters of a file name that are unsafe in file systems and URLs, as Magento does: `My Photo.JPG` →
 * `My_Photo.JPG`.
 */
export function safeFileName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^\.+/, "_");
  return /[A-Za-z0-9]/.test(safe.replace(/\.[^.]*$/, "")) ? safe : safe.replace(/^.*?(\.[^.]*)?$/, "file$1");
}

/**
 * Returns the path of a file in Magento's layout, which distributes files over folders by the first two characters of
 * their names: `photo.jpg` → `/p/h/photo.jpg`.
 */
export function dispersedPath(fileName: string): string {
  const folder = (index: number) => {
    const character = (fileName[index] ?? "_").toLowerCase();
    return character === "." ? "_" : character;
  };
  return `/${folder(0)}/${folder(1)}/${fileName}`;
}

/** Adds a number before the extension: `photo.jpg`, 2 → `photo_2.jpg`. */
export const numberedName = (fileName: string, number: number): string =>
  number === 0 ? fileName : fileName.replace(/(\.[^.]*)?$/, `_${number}$1`);

/** Whether a file name contains forbidden characters. */
export const hasForbiddenCharacters = (name: string): boolean => /[\\/:*?"<>|;{}()\p{Cc}]/u.test(name);
