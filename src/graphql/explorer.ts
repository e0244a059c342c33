import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type express from "express";
import { type RequestHandler, Router } from "express";

const files = {
  "graphiql.css": "graphiql/graphiql.min.css",
  "graphiql.js": "graphiql/graphiql.min.js",
  "react.js": "react/umd/react.production.min.js",
  "react-dom.js": "react-dom/umd/react-dom.production.min.js",
} as const;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portico GraphQL explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphql/explorer/graphiql.css">
<style>
html, body, #explorer { height: 100%; margin: 0 }
@media (max-width: 640px) {
  .graphiql-container .graphiql-sidebar { padding: 4px; width: auto }
  .graphiql-container .graphiql-main { min-width: 0 }
  .graphiql-container .graphiql-session { flex-direction: column; padding: 0 }
  .graphiql-container .graphiql-session > div { flex: 2 1 0 !important; min-width: 0; min-height: 0 }
  .graphiql-container .graphiql-session > div:first-child { flex-grow: 3 !important }
  .graphiql-container .graphiql-session > .graphiql-horizontal-drag-bar { display: none }
}
</style>
</head>
<body>
<div id="explorer">Loading…</div>
<script src="/graphql/explorer/react.js"></script>
<script src="/graphql/explorer/react-dom.js"></script>
<script src="/graphql/explorer/graphiql.js"></script>
<script src="/graphql/explorer/start.js"></script>
</body>
</html>
`;

const start = `const fetcher = GraphiQL.createFetcher({ url: "/graphql" });
ReactDOM.createRoot(document.getElementById("explorer")).render(
  React.createElement(GraphiQL, {
    fetcher,
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
    defaultHeaders: JSON.stringify({ Authorization: "Bearer <token>" }, null, 2),
    defaultQuery: "# Set a token under Headers, then run a query.\\n{\\n  productTypes {\\n    name\\n    label\\n  }\\n}\\n",
  }),
);
`;

/** What the page may load: itself alone. The editor places its styles inline. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The GraphQL explorer, for development: a page at the GraphQL address itself that loads nothing from outside. */
export function explorer(): RequestHandler {
  const require = createRequire(import.meta.url);
  const router = Router();
  router.get("/", (request, response, next) => {
    if (!request.headers.accept?.includes("text/html")) return next();
    response.setHeader("Content-Security-Policy", policy);
    response.type("html").send(page);
  });
  router.get("/explorer/start.js", (_request, response) => void response.type("js").send(start));
  for (const [name, path] of Object.entries(files)) {
    const [packageName = "", ...rest] = path.split("/");
    const file = join(dirname(require.resolve(`${packageName}/package.json`)), ...rest);
    router.get(`/explorer/${name}`, (_request, response) => response.sendFile(file));
  }
  return router satisfies express.Router;
}
