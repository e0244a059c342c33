// Loads the OpenAPI description for the token in the bar and shows it. Without a token nothing can be tried out.
import { labelControls } from "./labels.js";
import { toOpenApi30 } from "./older-format.js";

const query = new URLSearchParams(location.search);
const store = query.get("store") || "all";
const type = ["async", "bulk"].find((name) => name === query.get("type")) ?? "sync";
const base = location.pathname.replace(/\/swagger\/?$/, "");
const note = document.getElementById("note");

markCurrentType();
followColorScheme();
labelControls(document.getElementById("reference"));
onSubmit("use-token", () => load(valueOf("api_key").replace(/^Bearer\s+/i, "")));
onSubmit("sign-in", signIn);
load("").catch(showNoAnswer);

function onSubmit(form, work) {
  document.getElementById(form).addEventListener("submit", (event) => {
    event.preventDefault();
    work().catch(showNoAnswer);
  });
}

function valueOf(id) {
  return document.getElementById(id).value.trim();
}

/** Gets a token, puts it into its field, and loads the routes it may call. Stores nothing. */
async function signIn() {
  showNote("Signing in…");
  const [who, otp, password] = [valueOf("who"), valueOf("code"), document.getElementById("password").value];
  const withCode = who === "admin" && otp !== "";
  const path = withCode ? "tfa/provider/google/authenticate" : `integration/${who}/token`;
  const response = await fetch(`${base}/rest/${encodeURIComponent(store)}/V1/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: valueOf("user"), password, ...(withCode ? { otp } : {}) }),
  });
  const answer = await response.json();
  if (!response.ok) return showProblem(answer.message);
  document.getElementById("password").value = "";
  document.getElementById("code").value = "";
  document.getElementById("api_key").value = answer;
  await load(answer);
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

async function load(token) {
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
  const caller = response.headers.get("X-Caller");
  // Requests go to the origin of the page, which may differ from the public address of the service.
  description.servers = [{ url: `${base}/rest/${encodeURIComponent(store)}` }];
  showReference(description, caller === "guest" ? "" : token);
  showCaller(caller, { token, routes: countRoutes(description) });
}

function countRoutes({ paths }) {
  const count = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0);
  return count === 1 ? "1 route" : `${count} routes`;
}

function showCaller(caller, { token, routes }) {
  const callers = { administrator: "an administrator", customer: "a customer", integration: "an integration" };
  if (caller in callers) showNote(`You are ${callers[caller]} and can call ${routes}.`);
  else if (token) showProblem(`This token is unknown or has expired. You are a guest and can call ${routes}.`);
  else showNote(`You are a guest and can call ${routes}. Sign in or set a token to see more routes and try them out.`);
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
