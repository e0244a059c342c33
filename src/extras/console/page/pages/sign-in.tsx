import { useEffect, useRef, useState } from "preact/hooks";
import { type Action, useAction } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { type Credentials, signIn, signOutReason } from "../lib/session.js";
import { Logo } from "../parts/icons.js";
import { Note, Problem } from "../parts/notice.js";

const asksForCode = document.body.dataset["twoFactor"] === "true";

/** The sign-in form for administrators. */
export function SignIn() {
  const [credentials, setCredentials] = useState<Credentials>({ username: "", password: "" });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const action = useAction(() => signIn(credentials));
  const submit = (event: Event) => {
    event.preventDefault();
    action.run();
  };
  const input = (name: keyof Credentials) => ({
    value: credentials[name] ?? "",
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setCredentials({ ...credentials, [name]: currentTarget.value }),
  });
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <Logo />
        <h1>{t("Sign in")}</h1>
        {signOutReason.value !== "" && <Note>{signOutReason.value}</Note>}
        <label>
          {t("User name")}
          <input ref={first} {...input("username")} autocomplete="username" required />
        </label>
        <label>
          {t("Password")}
          <input type="password" {...input("password")} autocomplete="current-password" required />
        </label>
        {asksForCode && (
          <label>
            {t("Code of the authenticator app")}
            <input {...input("otp")} inputMode="numeric" autocomplete="one-time-code" required />
          </label>
        )}
        <Submit {...action} />
      </form>
    </main>
  );
}

const Submit = ({ error, isBusy }: Action) => (
  <>
    {error && <Problem>{error}</Problem>}
    <button class="primary" disabled={isBusy}>
      {isBusy ? t("Signing in…") : t("Sign in")}
    </button>
  </>
);
