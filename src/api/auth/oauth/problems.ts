import { inputError, WebapiError } from "../../call/errors.js";

const refused = (template: string, parameters?: readonly (string | number)[]) =>
  new WebapiError("NOT_AUTHORIZED", template, parameters ? { parameters } : {});

/** 400 for a repeated or unreadable header parameter (RFC 5849, 3.2). */
export const headerInvalid = () => inputError("The OAuth Authorization header is invalid. Verify and try again.");

export const versionUnsupported = (version: string) =>
  inputError('The "%1" Oauth version isn\'t supported.', [version]);
export const methodUnsupported = (method: string) => inputError("Signature method %1 is not supported", [method]);
export const tokenLengthInvalid = () => inputError("The token length is invalid. Check the length and try again.");
export const timestampIncorrect = () => inputError("Incorrect timestamp value in the oauth_timestamp parameter");
export const nonceInvalid = () => inputError("The nonce must have 1 to %1 characters.", [255]);

export const signatureInvalid = () => refused("The signature is invalid. Verify and try again.");
export const consumerKeyLength = () => refused("Consumer key is not the correct length");
export const consumerUnknown = () => refused("A consumer having the specified key does not exist.");
export const consumerExpired = () => refused("Consumer key has expired");
export const nonceUsed = (consumerId: number) =>
  refused("The nonce is already being used by the consumer with ID %1.", [consumerId]);
export const tokenUnknown = () => refused("Specified token does not exist");
export const tokenOfAnother = () => refused("Token is not associated with the specified consumer");
export const tokenOfAnotherKind = () => refused("Token is not an access token");
export const tokenRevoked = () => refused("Access token has been revoked");
export const noExchange = (consumerId: number) => refused("A token with consumer ID %1 does not exist", [consumerId]);
export const notAVerifier = () => refused("Cannot create request token because consumer token is not a verifier token");
export const requestTokenOfAnother = () => refused("Request token is not associated with the specified consumer");
export const requestTokenUsed = () => refused("Token is already being used");
export const verifierLength = () => refused("Verifier is not the correct length");
export const verifierWrong = () => refused("Token verifier and verifier token do not match");
