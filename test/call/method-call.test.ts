import { Arg, Ctx, Info, Query, Resolver, Root } from "type-graphql";
import { describe, expect, it } from "vitest";
import type { Context } from "../../src/call/context.js";
import { instanceOf, methodCall } from "../../src/call/method-call.js";

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
  it("is called with its arguments and the context, on the one instance of its class", () => {
    const ctx = { requestId: "r-1" } as Context;
    expect(call("plain")?.(undefined, { id: "7", sku: "a", other: "b" }, ctx)).toBe("called with a, r-1, 7");
    expect(instanceOf(Calls)).toBe(instanceOf(Calls));
  });

  it("is given the very objects that were read, not copies of them", () => {
    const given = { sku: "a" };
    expect(call("keep")?.(undefined, { given }, {} as Context)).toBe(true);
    expect(instanceOf(Calls)["kept"]).toBe(given);
  });

  it.each(["oneOfContext", "withRoot", "undeclared"] as const)(
    "%s, which takes more, is left to TypeGraphQL",
    (name) => {
      expect(call(name)).toBeUndefined();
    },
  );
});
