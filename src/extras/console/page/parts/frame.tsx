import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { servicePath } from "../lib/api.js";
import { useAction, useInterval, useLoaded } from "../lib/hooks.js";
import { chooseLanguage, language, languages, t, type Language } from "../lib/i18n.js";
import { linkTo, route } from "../lib/router.js";
import { countProposals, openProposals } from "../lib/prices/proposal-calls.js";
import { chooseView, loadShop } from "../lib/shop/load-shop.js";
import { shop, shownView, timeZone } from "../lib/shop/shop.js";
import { signOut, wasFormUsed } from "../lib/session.js";
import { views } from "../pages/views.js";
import { Logo, OwnPageIcon } from "./icons.js";
import { Problem } from "./notice.js";

interface FrameProps {
  readonly user: string;
  readonly current: string;
  readonly children: ComponentChildren;
}

/** The page around a view: the name, the navigation and the signed-in user. */
export function Frame({ user, current, children }: FrameProps) {
  const leaving = useAction(signOut);
  const loading = useLoaded("shop", loadShop);
  const main = useMain();
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={skip}>
        {t("Skip to the content")}
      </a>
      <header class="top">
        <Logo />
        <Navigation current={current} />
        <div class="who">
          <span title={t("Signed in")}>{user}</span>
          <ZoneChoice />
          <LanguageChoice />
          <button type="button" class="quiet" onClick={leaving.run} disabled={leaving.isBusy}>
            {t("Sign out")}
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {leaving.error && <Problem>{leaving.error}</Problem>}
        {loading.error && <Problem>{loading.error}</Problem>}
        {children}
      </main>
    </div>
  );
}

/** Returns the element of the content. A new view starts at its top, with the scroll position and the keyboard focus. */
function useMain() {
  const main = useRef<HTMLElement>(null);
  const address = route.value.join("/");
  const shown = useRef(wasFormUsed.value ? undefined : address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [address]);
  return main;
}

/** The time zone of the page: that of a store view, which can be chosen if there are several. */
function ZoneChoice() {
  const { views } = shop.value;
  if (views.length < 2) return <span title={t("Time zone of all times")}>{timeZone()}</span>;
  return (
    <select
      aria-label={t("Store view whose time zone all times have")}
      value={shownView()?.code}
      onChange={(event) => chooseView(event.currentTarget.value)}
    >
      {views.map(({ code, name, timezone }) => (
        <option key={code} value={code}>
          {t("{{zone}} ({{view}})", { zone: timezone, view: name })}
        </option>
      ))}
    </select>
  );
}

const LanguageChoice = () => (
  <select
    aria-label={t("Language")}
    value={language}
    onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
  >
    {Object.entries(languages).map(([code, name]) => (
      <option key={code} value={code} lang={code}>
        {name}
      </option>
    ))}
  </select>
);

/** Milliseconds between counts of the proposals that wait. */
const countInterval = 60_000;

/** The number of proposals that wait. Users without the right to decide see none, and are asked about once. */
function OpenCount() {
  const isAllowed = useRef(true);
  const count = () => {
    if (isAllowed.current) void countProposals().then((found) => (isAllowed.current = found));
  };
  useEffect(count, []);
  useInterval(count, countInterval);
  const { value: open = 0 } = openProposals;
  if (open === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{open}</span>
      <span class="visually-hidden">{t("{{count}} proposals wait", { count: open })}</span>
    </span>
  );
}

/** A page of an extension, which is no view of the console. */
interface OwnPage {
  readonly path: string;
  readonly title: Readonly<Record<string, string>>;
}

const ownPages = JSON.parse(document.body.dataset["pages"] ?? "[]") as readonly OwnPage[];

function Navigation({ current }: { readonly current: string }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the navigation scrolls sideways.
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [current]);
  return (
    <nav aria-label={t("Console")} ref={nav}>
      <ul>
        {views.map(({ path, label, Icon }) => (
          <li key={path}>
            <a href={linkTo(path)} aria-current={path === current ? "page" : undefined}>
              <Icon />
              {label}
              {path === "proposals" && <OpenCount />}
            </a>
          </li>
        ))}
        {ownPages.map(({ path, title }) => (
          <li key={path}>
            <a href={`${servicePath}/console/extensions/${path}/`}>
              <OwnPageIcon />
              {title[language] ?? title["en"]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
