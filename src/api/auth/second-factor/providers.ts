import type { Context } from "../../call/context.js";
import { noRoute, WebapiError } from "../../call/errors.js";
import type { SignInContext, SignInDependencies } from "../sign-in/sign-in.js";
import type { TwoFactorAuthProvider } from "./providers.types.js";

/** The only provider: authenticator apps. Its names are Magento's, because clients compare them. */
export const provider: TwoFactorAuthProvider = {
  enabled: true,
  engine: { enabled: true },
  code: "google",
  name: "Google Authenticator",
  icon: "Magento_TwoFactorAuth::images/providers/google.png",
  reset_allowed: true,
  configure_action: "tfa/google/configure",
  auth_action: "tfa/google/auth",
  extra_actions: ["tfa/google/qr", "tfa/google/configurepost", "tfa/google/authpost"],
};

/** Throws 404 for the code of a provider that administrators cannot use. */
export function requireProvider(code: string): void {
  if (code !== provider.code)
    throw new WebapiError("NO_SUCH_ENTITY", "Unknown or not enabled provider %1 for this user", { parameters: [code] });
}

/** Returns the context of an operation that exists only while the second factor is required. Throws 404 otherwise. */
export function secondFactorContext(ctx: Context, dependencies: SignInDependencies): SignInContext {
  if (!dependencies.config.PORTICO_TWO_FACTOR) throw noRoute();
  return { ...ctx, ...dependencies };
}
