import { useEffect } from "preact/hooks";
import { t } from "../lib/i18n.js";
import { route } from "../lib/router.js";
import { user } from "../lib/session.js";
import { views } from "../pages/views.js";
import { SignIn } from "../pages/sign-in.js";
import { LiveRegion } from "./notice.js";
import { Frame } from "./frame.js";

/** The whole page: the sign-in form, or the view of the address in its frame. */
export function App() {
  const isSignedOut = user.value === null;
  useEffect(() => {
    if (isSignedOut) document.title = t("Portico console");
  }, [isSignedOut]);
  if (user.value === undefined) return <p class="loading">{t("Loading…")}</p>;
  return (
    <>
      {user.value === null ? <SignIn /> : <SignedIn name={user.value} />}
      <LiveRegion />
    </>
  );
}

function SignedIn({ name }: { readonly name: string }) {
  const [first = "", ...rest] = route.value;
  const view = views.find(({ path }) => path === first) ?? views[0];
  const [detail = ""] = rest;
  useEffect(() => {
    document.title = t("{{view}} – Portico console", { view: view?.label ?? "" });
  }, [view]);
  const View = view?.View;
  return (
    <Frame user={name} current={view?.path ?? ""}>
      {View && <View key={`${first}/${detail}`} detail={detail} />}
    </Frame>
  );
}
