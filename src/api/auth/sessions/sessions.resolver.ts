import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, OwnTransaction, Rest } from "../../contract/rest.js";
import { UserType } from "../actor.js";
import { signInAdmin, signInCustomer, type SignInDependencies } from "../sign-in/sign-in.js";
import { requireCurrentSession, openSession, signOut } from "./session-rules.js";
import { beginSession } from "./sessions.rows.js";
import { Session } from "./sessions.types.js";

@Contract("Session", "SessionManagement")
@Resolver()
export class SessionManagement {
  constructor(private readonly dependencies: SignInDependencies) {}

  @Rest("GET /V1/session", "anonymous")
  @Query(() => Session, { name: "session", description: "The session of the cookie in the request." })
  get(@Ctx() ctx: Context): Promise<Session> {
    return requireCurrentSession({ ...ctx, ...this.dependencies });
  }

  @Rest("POST /V1/session", "anonymous", { immediate: true })
  @Mutation(() => Session, {
    name: "beginSession",
    description: "Starts a guest session and sets its cookie. The client's previous session ends.",
  })
  begin(@Ctx() ctx: Context): Promise<Session> {
    return openSession({ ...ctx, ...this.dependencies }, UserType.guest, async (before) => ({
      token: await beginSession(ctx.db, null, before),
    }));
  }

  @Rest("POST /V1/session/customer", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => Session, {
    name: "signInCustomer",
    description: "Signs in a customer of the current website and sets the cookie of a new session.",
  })
  signInCustomer(
    @Arg("username", () => String, { description: "Email address, case-insensitive." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Ctx() ctx: Context,
  ): Promise<Session> {
    const type = UserType.customer;
    const within = { ...ctx, ...this.dependencies };
    return openSession(within, type, (before) =>
      signInCustomer(within, { username, password }, async (db, id) => ({
        token: await beginSession(db, { type, id }, before),
        id,
      })),
    );
  }

  @Rest("POST /V1/session/admin", "anonymous", { immediate: true })
  @OwnTransaction()
  @Mutation(() => Session, {
    name: "signInAdmin",
    description: "Signs in an administrator and sets the cookie of a new session.",
  })
  signInAdmin(
    @Arg("username", () => String, { description: "User name, case-insensitive." }) username: string,
    @Arg("password", () => String, { description: "Password." }) password: string,
    @Arg("otp", () => String, {
      nullable: true,
      description: "Code of the authenticator app, if administrators need one.",
    })
    otp: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<Session> {
    const type = UserType.administrator;
    const within = { ...ctx, ...this.dependencies };
    return openSession(within, type, (before) =>
      signInAdmin(within, { username, password, otp: otp ?? undefined }, async (db, id) => ({
        token: await beginSession(db, { type, id }, before),
        id,
      })),
    );
  }

  @Rest("DELETE /V1/session", "anonymous", { immediate: true })
  @Mutation(() => Boolean, {
    name: "signOut",
    description: "Ends the session of the cookie in the request and deletes the cookie. False if there is none.",
  })
  signOut(@Ctx() ctx: Context): Promise<boolean> {
    return signOut({ ...ctx, ...this.dependencies });
  }
}
