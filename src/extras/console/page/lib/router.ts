import { signal } from "@preact/signals";

/** The parts of `#/bulks/<uuid>`, decoded. */
export const route = signal(parts());

function parts(): readonly string[] {
  const path = location.hash.replace(/^#\/?/, "");
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return [""];
  }
}

addEventListener("hashchange", () => (route.value = parts()));

/** Returns the address of a view. */
export const linkTo = (...path: readonly string[]): string => `#/${path.map(encodeURIComponent).join("/")}`;

/** Shows another view. */
export const goTo = (...path: readonly string[]): void => void (location.hash = linkTo(...path));
