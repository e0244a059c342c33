import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataFolder, type DataFolder, portico, porticoProcess, serve, type ServerProcess } from "./portico.js";

describe("the bundle from which bin/portico runs", () => {
  let folder: DataFolder;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await dataFolder("prepared");
    server = await serve(folder, { PORTICO_ADMIN_PASSWORD: "correct-horse-1" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it.each([
    ["/", /<title>Portico/],
    ["/swagger", /swagger-ui/],
    ["/swagger/swagger-ui-bundle.js", /SwaggerUIBundle/],
    ["/graphql", /<html/],
    ["/console/", /<script/],
    ["/rest/default/schema?services=all", /"openapi"/],
    ["/health/ready", /"pass"/],
  ])("serves %s, whose files lie outside of it", async (path, content) => {
    const answer = await fetch(new URL(path, server.rest), { headers: { accept: "text/html,*/*" } });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(content)]);
  });

  it("answers GraphQL, whose schema it builds with the first request", async () => {
    const answer = await fetch(new URL("/graphql", server.rest), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
    });
    expect(await answer.json()).toEqual({ data: { __typename: "Query" } });
  });

  it("names types and fields as the modules do", async () => {
    const fromBundle = await porticoProcess(folder, ["schema:export"]);
    const fromModules = await portico(folder, ["schema:export"]);
    expect(fromBundle).toEqual(fromModules);
  });

  it("signs in, with the hashes of a package that it does not include", async () => {
    const answer = await fetch(`${server.rest}integration/admin/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: "correct-horse-1" }),
    });
    expect(answer.status).toBe(200);
  });
});
