const maxLength = 254;
const maxLocalPartLength = 64;

/** Whether a text is an email address: one local part, a domain of at least two labels, no display name. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split(".");
  return (
    text.length <= maxLength &&
    local.length <= maxLocalPartLength &&
    local.split(".").every((part) => /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+$/u.test(part)) &&
    labels.length >= 2 &&
    labels.every(
      (label) => /^[\p{L}\p{N}\p{M}-]{1,63}$/u.test(label) && !label.startsWith("-") && !label.endsWith("-"),
    ) &&
    /\p{L}/u.test(labels.at(-1) ?? "")
  );
}
