import { sharedStyle } from "./static-pages.js";

export const swaggerStyle = `${sharedStyle}
.bar { background: var(--card); border-bottom: 1px solid var(--line) }
.bar > div { max-width: 1460px; margin: 0 auto; padding: 12px 20px; display: flex; flex-wrap: wrap; align-items: center; gap: 10px 16px }
.bar strong { font-size: 18px }
.bar a { text-decoration: none; color: var(--text) }
.bar nav { display: flex; gap: 4px; margin-right: auto }
.bar nav a { padding: 4px 10px; border-radius: 6px; color: var(--quiet) }
.bar nav a[aria-current] { background: var(--code); color: var(--text) }
.bar form { display: flex; gap: 8px; align-items: center; flex: 1 1 260px; min-width: 0; max-width: 560px }
.bar input { flex: 1; min-width: 0; font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: var(--text) }
.bar button { background: var(--accent); border-color: var(--accent); color: var(--accent-text) }
#note { max-width: 1460px; margin: 0 auto; padding: 14px 20px 0; color: var(--quiet) }
#note.problem { color: var(--bad) }
html.dark-mode, html.dark-mode .swagger-ui, html.dark-mode .swagger-ui .opblock-tag-section { background: var(--page) }
.swagger-ui .info { margin: 20px 0 }
.swagger-ui .scheme-container { padding: 12px 0; margin: 0; box-shadow: none; background: none }
.swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none }
@media (max-width: 640px) {
  .bar > div { padding: 12px 10px }
  .bar nav { margin: 0 }
  .bar form { flex: 1 0 100%; max-width: none }
  #note { padding: 14px 10px 0 }
  .swagger-ui .filter .operation-filter-input { width: 100%; max-width: none }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; row-gap: 4px }
  .swagger-ui .opblock .opblock-summary-description { width: 100%; padding-left: 10px }
  .swagger-ui .opblock .opblock-summary-path { max-width: calc(100vw - 150px) }
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui .opblock-tag small { display: none }
  .swagger-ui .info .title { font-size: 26px }
  .swagger-ui table tbody tr td:first-of-type { min-width: 0; padding-right: 8px }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; width: 100%; min-width: 0 }
}
`;

/** Loads the description for the token in the box, and shows it; without a token nothing can be tried out. */
export const swaggerScript = `const query = new URLSearchParams(location.search);
const store = query.get("store") || "all";
const type = { async: "async", bulk: "bulk" }[query.get("type")] || "sync";
const base = location.pathname.replace(/\\/swagger\\/?$/, "");
const note = document.getElementById("note");
const people = { administrator: "an administrator", customer: "a customer", integration: "an integration", guest: "a guest" };

for (const link of document.querySelectorAll("nav a")) {
  const target = new URLSearchParams();
  if (query.get("store")) target.set("store", store);
  if (link.dataset.type !== "sync") target.set("type", link.dataset.type);
  link.search = target.toString();
  if (link.dataset.type === type) link.setAttribute("aria-current", "page");
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colour);
colour();

let latest = 0;

async function load(token) {
  const mine = ++latest;
  tell("Loading…");
  const middle = { sync: "", async: "/async", bulk: "/async/bulk" }[type];
  const address = base + "/rest/" + encodeURIComponent(store) + middle + "/schema";
  const answer = await fetch(address, { headers: token ? { Authorization: "Bearer " + token } : {} });
  const document = await answer.json();
  if (mine !== latest) return;
  if (!answer.ok) return tell(answer.status === 404 ? 'There is no store view "' + store + '".' : document.message, true);
  const caller = answer.headers.get("X-Caller");
  // Requests go to where the page comes from, whatever the service's public address is.
  document.servers = [{ url: base + "/rest/" + encodeURIComponent(store) }];
  show(document, caller === "guest" ? "" : token);
  const routes = Object.values(document.paths).reduce((sum, path) => sum + Object.keys(path).length, 0);
  const count = routes === 1 ? "1 route" : routes + " routes";
  if (token && caller === "guest") tell("This token is not known, or has expired: you are a guest, with " + count + ".", true);
  else if (token) tell("You are " + people[caller] + ", with " + count + ".");
  else tell("You are a guest, with " + count + ". Set a token to see what it opens, and to try routes out.");
}

function tell(text, isProblem = false) {
  note.textContent = text;
  note.classList.toggle("problem", isProblem);
}

function show(spec, token) {
  const place = document.createElement("div");
  document.getElementById("reference").replaceChildren(place);
  SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: Object.keys(spec.paths).length > 40 ? "none" : "list",
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
    persistAuthorization: false,
    supportedSubmitMethods: token ? ["get", "post", "put", "delete", "patch"] : [],
    requestInterceptor: (request) => {
      if (token) request.headers.Authorization = "Bearer " + token;
      return request;
    },
  });
}

const failed = () => tell("The service does not answer.", true);
document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  load(document.getElementById("api_key").value.trim().replace(/^Bearer\\s+/i, "")).catch(failed);
});
load("").catch(failed);
`;

/** The interactive reference. `base` is the path below which the service is, empty for the root. */
export const swaggerPage = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/swagger/swagger-ui.css">
<link rel="stylesheet" href="${base}/swagger/page.css">
</head>
<body>
<header class="bar"><div>
<a href="${base}/"><strong>Portico</strong></a>
<nav aria-label="Kind of route">
<a data-type="sync" href="${base}/swagger">Synchronous</a>
<a data-type="async" href="${base}/swagger">Asynchronous</a>
<a data-type="bulk" href="${base}/swagger">Bulk</a>
</nav>
<form><label for="api_key">api_key</label><input id="api_key" autocomplete="off" spellcheck="false" placeholder="Bearer token"><button>Set token</button></form>
</div></header>
<p id="note" role="status"></p>
<div id="reference"></div>
<script src="${base}/swagger/swagger-ui-bundle.js"></script>
<script src="${base}/swagger/page.js"></script>
</body>
</html>
`;
