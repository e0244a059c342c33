import { createGuardrails, generateSecret, generateSync, generateURI, ScureBase32Plugin, verifySync } from "otplib";
import { toBuffer } from "qrcode";

/** The defaults of authenticator apps: SHA-1, six digits, steps of 30 seconds (RFC 6238). */
const stepSeconds = 30;

/** RFC 4226, section 4: 160 bits are recommended. */
const secretBytes = 20;

/** RFC 4226 asks for 128 bits, but many services, Magento among them, used ten bytes before. */
export const minSecretBytes = 10;
const guardrails = createGuardrails({ MIN_SECRET_BYTES: minSecretBytes });

/** Returns a new secret in Base32. */
export const newSecret = (): string => generateSecret({ length: secretBytes });

/** Returns the number of bytes of a secret; undefined if it is not Base32. */
export function secretLength(secret: string): number | undefined {
  try {
    return new ScureBase32Plugin().decode(secret).length;
  } catch {
    return undefined;
  }
}

/** Returns the step of a time in milliseconds since 1970. */
export const stepAt = (time: number): number => Math.floor(time / 1000 / stepSeconds);

/** Returns the code of a step. The secret is in Base32. */
export const codeAt = (secret: string, step: number): string =>
  generateSync({ secret, epoch: step * stepSeconds, guardrails });

/**
 * Returns the step of a code if codes of that step are accepted at the given time, or undefined for a wrong code. The steps
 * before and after the current one count too, because clocks differ and people type slowly.
 */
export function stepOf(secret: string, code: string, time: number): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const now = stepAt(time);
  const checked = verifySync({ secret, token, epoch: now * stepSeconds, epochTolerance: stepSeconds, guardrails });
  return checked.valid ? now + checked.delta : undefined;
}

/** Returns the URI for an authenticator app, with the account and the service that issues it. */
export const uriOf = (
  secret: string,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string => generateURI({ secret, issuer, label: account });

/** Returns a text as the PNG image of a QR code. */
export const qrPng = (text: string): Promise<Buffer> => toBuffer(text, { errorCorrectionLevel: "M", scale: 8 });
