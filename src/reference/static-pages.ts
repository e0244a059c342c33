import type { RequestHandler, Response } from "express";

/** What every page may load and do: its own files, nothing from elsewhere, nothing inline but what `extra` allows. */
const basePolicy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

export type Policy = Partial<Record<keyof typeof basePolicy, string>>;

/** Sends a page that no other site can frame and that sends nothing to any. */
export function sendPage(response: Response, html: string, extra: Policy = {}): void {
  const policy = Object.entries({ ...basePolicy, ...extra }).map(([name, sources]) => `${name} ${sources}`);
  response.set({
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  });
  response.type("html").send(html);
}

/** Sends text that is part of the program. */
export const sendText =
  (type: "css" | "js", text: string): RequestHandler =>
  (_request, response) => {
    response.set({ "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff" }).type(type).send(text);
  };

/** Sends a file of a package; it changes with the package's version only. */
export const sendPackageFile =
  (path: string): RequestHandler =>
  (_request, response, next) => {
    response.set("X-Content-Type-Options", "nosniff");
    response.sendFile(path, { maxAge: "1h" }, (error) => (error ? next(error) : undefined));
  };

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it stands in HTML, between tags or within quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Colours and type that the pages share, in dark and in light. */
export const sharedStyle = `:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --text: #1b2430; --quiet: #5a6675; --line: #dde2e8;
  --accent: #0b5cad; --accent-text: #ffffff; --good: #1a7f4b; --bad: #b3261e; --code: #eef1f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181d; --card: #1c2229; --text: #e6eaef; --quiet: #9aa6b4; --line: #2e3742;
    --accent: #6db3ff; --accent-text: #0c1620; --good: #58c98c; --bad: #ff8a80; --code: #11151a;
  }
}
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--accent) }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 14px }
button { font: inherit; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--text); padding: 6px 12px; cursor: pointer }
button:hover { border-color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`;
