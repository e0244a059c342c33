const secretKeys =
  /^(?:new_?|current_?|confirm(?:ation)?_?)?password(?:_?hash)?$|^(?:access_?|reset_?)?token(?:_?secret)?$|^confirmation_?key$|^cc_?(?:number|cid|cvv)$|^card_?number$|^gift_?cards?(?:_?code)?$/i;

/** Replaces a secret. */
const mask = "***";

/** A cheap test before anything is parsed: hardly any payload has a secret. */
const mayHoldSecrets =
  /(?:password|password_?hash|token|token_?secret|confirmation_?key|cc_?(?:number|cid|cvv)|card_?number|gift_?cards?(?:_?code)?)"\s*:/i;

/** Returns the payload with the values of secret keys masked; null if it has none. */
export function redactPayload(payload: string): string | null {
  if (!mayHoldSecrets.test(payload)) return null;
  const redacted = JSON.stringify(JSON.parse(payload), (key, value: unknown) =>
    secretKeys.test(key) && value !== null ? mask : value,
  );
  return redacted === payload ? null : redacted;
}

/** Whether secrets of the payload were masked. */
export function isRedacted(payload: string): boolean {
  if (!mayHoldSecrets.test(payload)) return false;
  let found = false;
  JSON.parse(payload, (key, value: unknown) => {
    found ||= secretKeys.test(key) && value === mask;
    return value;
  });
  return found;
}

/** Keys of files in Base64, which the operation has stored elsewhere. */
const fileKeys = /^(?:base64_encoded_data|file_data|image_base64_content|shipping_label)$/;

/** The same kind of test for files. */
const mayHoldFiles = /"(?:base64_encoded_data|file_data|image_base64_content|shipping_label)"\s*:\s*"/;

/** Maximum number of Base64 characters that are kept. */
const maxKeptBase64 = 100;

/**
 * Returns the payload of a successful operation without secrets and without files, which the operation has stored
 * elsewhere. Null if it has neither.
 */
export function stripPayload(payload: string): string | null {
  if (!mayHoldFiles.test(payload)) return redactPayload(payload);
  const withoutFiles = JSON.stringify(JSON.parse(payload), (key, value: unknown) =>
    fileKeys.test(key) && typeof value === "string" && value.length > maxKeptBase64
      ? `(${value.length} characters of Base64, stored)`
      : value,
  );
  return redactPayload(withoutFiles) ?? (withoutFiles === payload ? null : withoutFiles);
}
