import type { Route } from "../../contract/routes/operations.js";
import { bulkPath, capitalize, type DocumentKind } from "./openapi-paths.js";

interface Texts {
  readonly summary: string;
  readonly description: string;
}

/** The first clause of a description: up to its full stop, semicolon or colon. */
const firstClause = /^([^]*?)[.;:](?:\s+([^]*))?$/;

/**
 * Returns the first clause of an operation's description as its summary, and the details: the rest of the description,
 * the arguments derived from the caller, the other forms and the permission.
 */
export function textsOf(route: Route, kind: DocumentKind): Texts {
  const [, summary = route.operation.description, rest = ""] = firstClause.exec(route.operation.description) ?? [];
  const forced = Object.keys(route.bind);
  const paragraphs = [
    capitalize(rest),
    ...(forced.length > 0 ? [`Derived from the caller: ${forced.map(asCode).join(", ")}.`] : []),
    otherForms(route, kind),
    permissionOf(route),
  ];
  return { summary, description: paragraphs.filter((text) => text !== "").join("\n\n") };
}

/** Returns the sentence about who may call a route. */
export const permissionOf = ({ permission }: Route) => `Permission: ${permission.map(asCode).join(", ")}.`;

/** Names the other ways to call the operation. */
function otherForms(route: Route, kind: DocumentKind): string {
  const { method, path, operation, queueable } = route;
  const forms: Readonly<Record<DocumentKind, string>> = {
    sync: `${method} ${path}`,
    async: `${method} /async${path}`,
    bulk: `${method} /async/bulk${bulkPath(route)}`,
  };
  const others = Object.entries(forms).filter(([form]) => form !== kind && (form === "sync" || queueable));
  return [
    `GraphQL: \`${operation.name}\`.`,
    ...others.map(([form, line]) => `${formNames[form as DocumentKind]}: ${asCode(line)}.`),
  ].join(" ");
}

const formNames: Readonly<Record<DocumentKind, string>> = { sync: "At once", async: "Queued", bulk: "In bulk" };

const asCode = (text: string) => `\`${text}\``;
