import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../lib/hooks.js";
import { linkTo, route } from "../lib/router.js";
import { signOut } from "../lib/session.js";
import { views } from "../pages/views.js";
import { Logo } from "./logo.js";

interface FrameProps {
  readonly user: string;
  readonly current: string;
  readonly children: ComponentChildren;
}

/** The page around a view: the name, the navigation and who is signed in. */
export function Frame({ user, current, children }: FrameProps) {
  const leaving = useAction(signOut);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(route.value.join("/"));
  useEffect(() => {
    // A new view begins at its top, for the eyes and for the keyboard.
    if (shown.current === route.value.join("/")) return;
    shown.current = route.value.join("/");
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <Logo />
        <nav aria-label="Console">
          <ul>
            {views.map(({ path, label, Icon }) => (
              <li key={path}>
                <a href={linkTo(path)} aria-current={path === current ? "page" : undefined}>
                  <Icon />
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="who">
          <span title="Signed in">{user}</span>
          <button type="button" class="quiet" onClick={leaving.run} disabled={leaving.isBusy}>
            Sign out
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {leaving.error && <p role="alert">{leaving.error}</p>}
        {children}
      </main>
    </div>
  );
}
