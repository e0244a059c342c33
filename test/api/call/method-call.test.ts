import { Arg, Ctx, Info, Query, Resolver, Root } from "type-graphql";
import { describe, expect, it } from "vitest";
import type { Context } from "../../../src/api/call/context.js";
import { methodCall, Resolvers } from "../../../src/api/call/method-call.js";

@Resolver()
class Calls {
  readonly prefix = "called with";
  kept: unknown;

  @Query(() => String)
  plain(@Arg("sku", () => String) sku: string, @Ctx() ctx: Context, @Arg("id", () => String) id: string): string {
    return `${this.prefix} ${sku}, ${ctx.requestId}, ${id}`;
  }

  @Query(() => Boolean)
  keep(@Arg("given", () => String) given: unknown): boolean {
    this.kept = given;
    return true;
  }

  @Query(() => String)
  oneOfContext(@Ctx("requestId") requestId: string): string {
    return requestId;
  }

  @Query(() => String)
  withRoot(@Root() root: unknown, @Info() info: unknown): string {
    return String([root, info]);
  }

  @Query(() => String)
  undeclared(@Arg("sku", () => String) sku: string, other?: string, @Ctx() _ctx?: Context): string {
    return `${sku} ${other}`;
  }
}

const call = (name: keyof Calls) => methodCall({ target: Calls, name });

describe("a resolver method", () => {
  it("is called with its arguments and the context", () => {
    const ctx = { requestId: "r-1" } as Context;
    expect(call("plain")(new Calls(), { id: "7", sku: "a", other: "b" }, ctx)).toBe("called with a, r-1, 7");
  });

  it("gets the objects that were read, not copies of them", () => {
    const given = { sku: "a" };
    const resolver = new Calls();
    expect(call("keep")(resolver, { given }, {} as Context)).toBe(true);
    expect(resolver.kept).toBe(given);
  });

  it.each(["oneOfContext", "withRoot", "undeclared"] as const)("cannot be %s, which has another signature", (name) => {
    expect(() => call(name)).toThrow(`${name}: a resolver method takes declared arguments and the context`);
  });
});

describe("the resolver instances of a process", () => {
  class Numbered {
    constructor(readonly dependencies: { readonly process: number }) {}
  }

  it("are created once, with the dependencies of that process", () => {
    const [one, other] = [1, 2].map((process) => new Resolvers(() => ({ process })));
    expect(one?.get(Numbered)).toBe(one?.get(Numbered));
    expect(one?.get(Numbered)).toMatchObject({ dependencies: { process: 1 } });
    expect(other?.get(Numbered)).toMatchObject({ dependencies: { process: 2 } });
  });

  it("are created at the first call, so that they and their dependencies can depend on each other", () => {
    const resolvers = new Resolvers(() => later);
    const later = { process: 3 };
    expect(resolvers.get(Numbered)).toMatchObject({ dependencies: later });
  });
});
