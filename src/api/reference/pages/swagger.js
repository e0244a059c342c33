// Loads the OpenAPI description for the caller who is signed in and shows it. Without a caller nothing can be tried out. The token is
// only in the memory of the page.
import { labelControls } from "./labels.js";
import { toOpenApi30 } from "./older-format.js";

const query = new URLSearchParams(location.search);
const store = query.get("store") || "all";
const type = ["async", "bulk"].find((name) => name === query.get("type")) ?? "sync";
const base = location.pathname.replace(/\/swagger\/?$/, "");
const note = document.getElementById("note");
const form = document.getElementById("sign-in");
const who = document.getElementById("who");
const signedIn = document.getElementById("signed-in");
/** The caller who is signed in: the token, and the name that was typed; empty for a guest. */
let caller = { token: "", name: "" };

markCurrentType();
followColorScheme();
labelControls(document.getElementById("reference"));
who.addEventListener("change", showFields);
showFields();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  signIn().catch(showNoAnswer);
});
signedIn.querySelector("button").addEventListener("click", () => load({ token: "", name: "" }).catch(showNoAnswer));
handTokenToExplorer();
load(caller).catch(showNoAnswer);

/** Shows the fields of the chosen way to sign in. */
function showFields() {
  const byToken = who.value === "token";
  for (const input of form.querySelectorAll("input")) {
    const isShown = (input.id === "api_key") === byToken && (input.id !== "code" || who.value === "admin");
    input.disabled = !isShown;
    input.parentElement.hidden = !isShown;
  }
}

/** Opens the GraphQL explorer, which asks its opener for the token. */
function handTokenToExplorer() {
  let explorer;
  document.getElementById("explorer")?.addEventListener("click", (event) => {
    if (caller.token === "") return;
    event.preventDefault();
    explorer = window.open(event.currentTarget.href);
  });
  window.addEventListener("message", ({ source, origin, data }) => {
    if (!explorer || source !== explorer || origin !== location.origin || data !== "token?") return;
    explorer.postMessage({ token: caller.token }, location.origin);
  });
}

function valueOf(id) {
  return document.getElementById(id).value.trim();
}

/** Signs in with a token, or with one for a user name and a password, and loads the routes that it may call. Stores nothing. */
async function signIn() {
  const as = who.value;
  if (as === "token") return load({ token: valueOf("api_key").replace(/^Bearer\s+/i, ""), name: "" });
  showNote("Signing in…");
  const [name, otp, password] = [valueOf("user"), valueOf("code"), document.getElementById("password").value];
  const withCode = as === "admin" && otp !== "";
  const path = withCode ? "tfa/provider/google/authenticate" : `integration/${as}/token`;
  const response = await fetch(`${base}/rest/${encodeURIComponent(store)}/V1/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: name, password, ...(withCode ? { otp } : {}) }),
  });
  const answer = await response.json();
  if (!response.ok) return showProblem(answer.message);
  await load({ token: answer, name });
}

function markCurrentType() {
  for (const link of document.querySelectorAll("nav a")) {
    const target = new URLSearchParams();
    if (query.get("store")) target.set("store", store);
    if (link.dataset.type !== "sync") target.set("type", link.dataset.type);
    link.search = target.toString();
    if (link.dataset.type === type) link.setAttribute("aria-current", "page");
  }
}

/** Swagger UI has its own dark colors, enabled by a class. */
function followColorScheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

async function load(wanted) {
  const { token } = wanted;
  // A slow response to an earlier token must not replace the current one.
  const request = (load.latest = Symbol("request"));
  showNote("Loading…");
  const form = { sync: "", async: "/async", bulk: "/async/bulk" }[type];
  const address = `${base}/rest/${encodeURIComponent(store)}${form}/schema`;
  const response = await fetch(address, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  const description = await response.json();
  if (request !== load.latest) return;
  if (!response.ok) {
    showProblem(response.status === 400 ? `The store view "${store}" does not exist.` : description.message);
    return;
  }
  const kind = response.headers.get("X-Caller");
  // Requests go to the origin of the page, which may differ from the public address of the service.
  description.servers = [{ url: `${base}/rest/${encodeURIComponent(store)}` }];
  caller = kind === "guest" ? { token: "", name: "" } : wanted;
  showReference(description, caller.token);
  showCaller(kind, { wasToken: token !== "", routes: countRoutes(description) });
}

function countRoutes({ paths }) {
  const count = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0);
  return count === 1 ? "1 route" : `${count} routes`;
}

function showCaller(kind, { wasToken, routes }) {
  const kinds = { administrator: "an administrator", customer: "a customer", integration: "an integration" };
  const isKnown = kind in kinds;
  form.hidden = isKnown;
  signedIn.hidden = !isKnown;
  if (isKnown) {
    for (const input of form.querySelectorAll("input")) input.value = "";
    const { name } = caller;
    signedIn.querySelector("span").textContent = name === "" ? `Signed in as ${kinds[kind]}` : `${name} (${kind})`;
    showNote(`You are ${kinds[kind]} and can call ${routes}.`);
  } else if (wasToken) {
    showProblem(`This token is unknown or has expired. You are a guest and can call ${routes}.`);
  } else {
    showNote(`You are a guest and can call ${routes}. Sign in to see more routes and try them out.`);
  }
}

function showNote(text) {
  note.textContent = text;
  note.classList.remove("problem");
}

function showProblem(text) {
  note.textContent = text;
  note.classList.add("problem");
}

function showNoAnswer() {
  showProblem("The service does not respond.");
}

function showReference(spec, token) {
  const domNode = document.createElement("div");
  document.getElementById("reference").replaceChildren(domNode);
  SwaggerUIBundle({
    spec: toOpenApi30(spec),
    domNode,
    deepLinking: true,
    docExpansion: Object.keys(spec.paths).length > 60 ? "none" : "list",
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
    persistAuthorization: false,
    supportedSubmitMethods: token ? ["get", "post", "put", "delete", "patch"] : [],
    requestInterceptor: (request) => {
      if (token) request.headers.Authorization = `Bearer ${token}`;
      return request;
    },
  });
}
