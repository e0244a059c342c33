import { signal } from "@preact/signals";
import { call, onUnauthorized, restAddress } from "./api.js";
import { t } from "./i18n.js";

/** The name of the signed-in administrator; null without one, undefined until that is known. */
export const user = signal<string | null | undefined>(undefined);
/** Whether the sign-in form was used since the page was loaded. */
export const wasFormUsed = signal(false);
/** Reason why the sign-in form is shown; empty if there is none. */
export const signOutReason = signal("");

/** Key of the user name in local storage. Scripts cannot read the session's cookie; the name shows that there was one. */
const userNameKey = "portico-console-user";
const administrator = 2;

/** Sets the user if the cookie of an earlier visit still has a session. */
export async function resume(): Promise<void> {
  const name = localStorage.getItem(userNameKey);
  if (name === null) return void (user.value = null);
  if (await isAdministrator()) user.value = name;
  else clearSession("");
}

async function isAdministrator(): Promise<boolean> {
  const response = await fetch(restAddress("/V1/session"), { headers: { Accept: "application/json" } });
  if (!response.ok) return false;
  return ((await response.json()) as { user_type: number }).user_type === administrator;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly otp?: string;
}

/** Signs in with a session cookie, which no script can read. Throws an `ApiError`. */
export async function signIn(credentials: Credentials): Promise<void> {
  await call("POST", "/V1/session/admin", { body: credentials });
  localStorage.setItem(userNameKey, credentials.username);
  signOutReason.value = "";
  wasFormUsed.value = true;
  user.value = credentials.username;
}

export async function signOut(): Promise<void> {
  await call("DELETE", "/V1/session");
  clearSession(t("You are signed out."));
}

function clearSession(reason: string): void {
  localStorage.removeItem(userNameKey);
  signOutReason.value = reason;
  user.value = null;
}

onUnauthorized(async () => {
  if (!user.value || (await isAdministrator())) return false;
  clearSession(t("Your session has ended. Sign in again."));
  return true;
});
