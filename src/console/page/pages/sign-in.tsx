import { useEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../lib/hooks.js";
import { signIn, signOutReason } from "../lib/session.js";
import { Logo } from "../parts/logo.js";
import { Note, Problem } from "../parts/notice.js";

const asksForCode = document.body.dataset["twoFactor"] === "true";

/** The form with which an administrator signs in. */
export function SignIn() {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [otp, setOtp] = useState("");
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const action = useAction(() => signIn({ username, password, ...(otp === "" ? {} : { otp }) }));
  const submit = (event: Event) => {
    event.preventDefault();
    action.run();
  };
  return (
    <main class="sign-in">
      <form class="card" onSubmit={submit}>
        <Logo />
        <h1>Sign in</h1>
        {signOutReason.value !== "" && <Note>{signOutReason.value}</Note>}
        <label>
          User name
          <input ref={first} value={username} autocomplete="username" required onInput={valueTo(setUsername)} />
        </label>
        <label>
          Password
          <input
            type="password"
            value={password}
            autocomplete="current-password"
            required
            onInput={valueTo(setPassword)}
          />
        </label>
        {asksForCode && (
          <label>
            Code of the authenticator app
            <input value={otp} inputMode="numeric" autocomplete="one-time-code" onInput={valueTo(setOtp)} />
          </label>
        )}
        {action.error && <Problem>{action.error}</Problem>}
        <button class="primary" disabled={action.isBusy}>
          {action.isBusy ? "Signing in…" : "Sign in"}
        </button>
      </form>
    </main>
  );
}

const valueTo = (set: (value: string) => void) => (event: Event) =>
  set((event.currentTarget as HTMLInputElement).value);
