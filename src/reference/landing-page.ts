import type { Health } from "../process/health.js";
import type { Edition } from "../contract/rest.js";
import { escapeHtml, sharedStyle } from "./static-pages.js";

export interface LandingFacts {
  /** Address under which the reader reached the service, without a slash at its end. */
  readonly base: string;
  readonly edition: Edition;
  readonly health: Health;
  readonly adminUser: string;
  readonly routes: number;
  readonly hasExplorer: boolean;
}

export const landingStyle = `${sharedStyle}
main { max-width: 920px; margin: 0 auto; padding: 40px 20px 64px }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px }
h1 { margin: 0; font-size: 32px; letter-spacing: -0.02em }
h2 { margin: 36px 0 12px; font-size: 20px }
.edition { border: 1px solid var(--line); border-radius: 999px; padding: 2px 12px; color: var(--quiet); font-size: 14px }
.lead { margin: 12px 0 0; color: var(--quiet); max-width: 62ch }
.health { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 20px 0 0; padding: 0; list-style: none }
.health li::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 50%; background: var(--good) }
.health .fail::before { background: var(--bad) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden }
dl.card { margin: 0; display: grid; grid-template-columns: minmax(140px, auto) 1fr }
dt, dd { margin: 0; padding: 10px 16px; border-top: 1px solid var(--line) }
dt:first-of-type, dd:first-of-type { border-top: 0 }
dt { color: var(--quiet) }
dd { overflow-wrap: anywhere }
.request { margin: 0 0 14px }
.request > div { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--line) }
.request button { padding: 4px 10px; font-size: 14px }
pre { margin: 0; padding: 14px 16px; background: var(--code); white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 560px) {
  main { padding-top: 24px }
  dl.card { grid-template-columns: 1fr }
  dt { padding-bottom: 0 }
  dd { padding-top: 0; border-top: 0 }
}
`;

export const landingScript = `for (const button of document.querySelectorAll(".request button")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy" }, 2000);
  });
}
`;

/** The first page: where everything is, whether it works, and three requests to paste into a shell. */
export function landingPage(facts: LandingFacts): string {
  const { base, edition, health, routes } = facts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(pathOf(base))}/reference/landing.css">
</head>
<body>
<main>
<header><h1>Portico</h1><span class="edition">${edition === "commerce" ? "Commerce" : "Open Source"} edition</span></header>
<p class="lead">A web API for commerce that speaks Magento 2.4: ${routes} REST routes with their asynchronous and bulk forms, and the same operations as GraphQL.</p>
<ul class="health">
${check("Database", health.checks.database)}
${check("Queue", health.checks.broker)}
</ul>
<h2>Addresses</h2>
<dl class="card">
${addresses(facts).map(entry).join("\n")}
</dl>
<h2>Three requests to paste</h2>
${requests(facts).map(request).join("\n")}
</main>
<script src="${escapeHtml(pathOf(base))}/reference/landing.js"></script>
</body>
</html>
`;
}

/** The path part of an address: the page loads its files from where it is itself. */
export const pathOf = (base: string) => base.replace(/^\w+:\/\/[^/]*/, "");

const check = (name: string, { status, kind }: Health["checks"]["database"]) =>
  `<li class="${status}">${name}: ${escapeHtml(kind)}, ${status === "pass" ? "working" : "not answering"}</li>`;

interface Address {
  readonly name: string;
  readonly url: string;
  /** False for what a browser cannot show by itself. */
  readonly isPage: boolean;
}

const addresses = ({ base, hasExplorer }: LandingFacts): Address[] => [
  { name: "Reference", url: `${base}/swagger`, isPage: true },
  { name: "REST", url: `${base}/rest/<store>/V1/`, isPage: false },
  { name: "Asynchronous", url: `${base}/rest/<store>/async/V1/`, isPage: false },
  { name: "Bulk", url: `${base}/rest/<store>/async/bulk/V1/`, isPage: false },
  { name: "GraphQL", url: `${base}/graphql`, isPage: hasExplorer },
  { name: "OpenAPI", url: `${base}/rest/all/schema`, isPage: true },
  { name: "Health", url: `${base}/health/ready`, isPage: true },
];

function entry({ name, url, isPage }: Address): string {
  const address = escapeHtml(url);
  // Where the line is too short, an address is better broken behind a slash than within a word.
  const shown = address.replace(/(?<![:/])\/(?=.)/g, "/<wbr>");
  return `<dt>${name}</dt><dd>${isPage ? `<a href="${address}">${shown}</a>` : `<code>${shown}</code>`}</dd>`;
}

function requests({ base, adminUser }: LandingFacts): { title: string; command: string }[] {
  const json = "-H 'Content-Type: application/json'";
  const token = `-H "Authorization: Bearer $TOKEN"`;
  const user = JSON.stringify(adminUser).replaceAll("'", `'\\''`);
  const product = { name: "First product", attribute_set_id: 4, type_id: "simple", price: 19.99 };
  return [
    {
      title: "Sign in, with the administrator's password in PORTICO_ADMIN_PASSWORD",
      command: `TOKEN=$(curl -sS ${base}/rest/V1/integration/admin/token ${json} -d '{"username":${user},"password":"'"$PORTICO_ADMIN_PASSWORD"'"}' | tr -d '"')`,
    },
    {
      title: "Create a product, or set its price",
      command: `curl -sS -X PUT ${base}/rest/V1/products/first-product ${token} ${json} -d '${JSON.stringify({ product })}'`,
    },
    {
      title: "Read it back through GraphQL",
      command: `curl -sS ${base}/graphql ${token} ${json} -d '{"query":"{ product(sku: \\"first-product\\") { sku name price } }"}'`,
    },
  ];
}

const request = ({ title, command }: { title: string; command: string }, index: number) =>
  `<div class="request card"><div><span>${escapeHtml(title)}</span><button type="button" data-copies="request-${index}">Copy</button></div>
<pre id="request-${index}">${escapeHtml(command)}</pre></div>`;
