import { expect, it } from "vitest";
import { problemOfExample } from "../../conformance/chosen-examples.js";
import { declaredRoutes, generatedDocument } from "../../conformance/document.js";
import { readExamples, writeExamples } from "../../conformance/write-examples.js";
import { documentKinds } from "../../../src/api/reference/openapi/openapi-paths.js";
import { describedTags } from "../../../src/api/reference/openapi/openapi-tags.js";

// `npm run examples` writes the file before it is checked.
const from = process.env["PORTICO_EXAMPLES_FROM"];
if (from !== undefined) writeExamples(from, process.env["PORTICO_EXAMPLES_ANEW"] === "on" ? {} : readExamples());

/** This route rejects every call, as in Magento. */
const withoutExample = ["PUT /V1/creditmemo/:id"];

it("every route has an example from a test call that matches its description", () => {
  const examples = readExamples();
  const problems = declaredRoutes.flatMap((route) => {
    const example = examples[route.line];
    const problem = example ? problemOfExample(route, example) : "has no example: run `npm run examples`";
    return problem === undefined || withoutExample.includes(route.line) ? [] : [`${route.line}: ${problem}`];
  });
  expect(problems).toEqual([]);
  const known = new Set(declaredRoutes.map(({ line }) => line));
  expect(Object.keys(examples).filter((line) => !known.has(line))).toEqual([]);
});

it("examples contain no token, address or time of the machine that recorded them", () => {
  const text = JSON.stringify(readExamples());
  expect(text).not.toMatch(/127\.0\.0\.1:(?!8080)\d/);
  expect(text).not.toMatch(/\/tmp\/|\/home\//);
  expect([...text.matchAll(/"[a-z0-9]{32}"/g)].filter(([found]) => !found.startsWith('"q3v8'))).toEqual([]);
});

it.each(documentKinds)("the description shows bodies and responses of calls (%s)", (kind) => {
  const { paths } = generatedDocument(kind);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const lacking = operations.filter(({ requestBody, responses }) => {
    const status = kind === "sync" ? (responses["202"] ?? responses["200"]) : responses["202"];
    const contents = [requestBody?.content, status?.content].flatMap((content) => content?.["application/json"] ?? []);
    return contents.some((content) => !("example" in content));
  });
  const names = lacking.map(({ operationId }) => operationId);
  const allowed = ["PutV1CreditmemoId", "PutAsyncV1CreditmemoId", "PutAsyncBulkV1CreditmemoId"];
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
});

it("every resource has a description, and no operation repeats its summary", () => {
  const resources = new Set(declaredRoutes.map(({ segments }) => segments[1] ?? ""));
  expect([...resources].sort()).toEqual([...describedTags].sort());
  const { paths } = generatedDocument("sync");
  const repeated = Object.values(paths).flatMap((item) =>
    Object.values(item).filter(({ summary, description }) => description.startsWith(summary)),
  );
  expect(repeated.map(({ operationId }) => operationId)).toEqual([]);
});
