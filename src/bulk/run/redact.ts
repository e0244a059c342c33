const secretKeys =
  /^(?:new_?|current_?|confirm(?:ation)?_?)?password(?:_?hash)?$|^(?:access_?|reset_?)?token(?:_?secret)?$|^confirmation_?key$|^cc_?(?:number|cid|cvv)$|^card_?number$|^gift_?cards?(?:_?code)?$/i;

/** What stands in the place of a secret. */
const blank = "***";

/** Cheap to ask before anything is parsed: nearly no payload has a secret. */
const mayHold =
  /(?:password|password_?hash|token|token_?secret|confirmation_?key|cc_?(?:number|cid|cvv)|card_?number|gift_?cards?(?:_?code)?)"\s*:/i;

/** The payload with the values of secret keys blanked, or null where it has none. */
export function redactPayload(payload: string): string | null {
  if (!mayHold.test(payload)) return null;
  const redacted = JSON.stringify(JSON.parse(payload), (key, value: unknown) =>
    secretKeys.test(key) && value !== null ? blank : value,
  );
  return redacted === payload ? null : redacted;
}

/** Whether secrets of the payload were blanked. */
export function isRedacted(payload: string): boolean {
  if (!mayHold.test(payload)) return false;
  let found = false;
  JSON.parse(payload, (key, value: unknown) => {
    found ||= secretKeys.test(key) && value === blank;
    return value;
  });
  return found;
}
