import { expect, it } from "vitest";
import { guest } from "../../../src/api/auth/actor.js";
import { type Caller, type Context, createContext } from "../../../src/api/call/context.js";

it("a context is created only by createContext, according to its type", () => {
  const scope = { storeId: 1, websiteId: 1, code: "default", given: "none" } as const;
  const caller: Caller = { actor: guest, scope, requestId: "test" };
  const execution = {} as Pick<Context, "db" | "log">;
  // @ts-expect-error a literal lacks the mark of createContext
  const literal: Context = { ...caller, ...execution, isEnclosed: true };
  const made: Context = createContext(caller, { ...execution, isEnclosed: true });
  // A step may copy a context and change a part of it.
  const copy: Context = { ...made, isEnclosed: false };
  expect([made, copy]).toEqual([literal, { ...literal, isEnclosed: false }]);
});
