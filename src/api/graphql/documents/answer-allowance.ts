import { GraphQLError, type GraphQLResolveInfo, responsePathAsArray } from "graphql";
import { type Actor, UserType } from "../../auth/actor.js";
import type { AnswerAllowance } from "../../call/kernel.js";
import type { Config } from "../../../config.js";

/** Bytes that the answer to a guest or a customer can have for each kilobyte of their documents. */
const bytesPerKilobyte = 200_000;

type Limits = Pick<Config, "PORTICO_GRAPHQL_ANSWER_LIMIT" | "PORTICO_GRAPHQL_GUEST_ANSWER_LIMIT">;

/** What all documents of one request may use. A batch shares it, so that ten documents answer no more than one. */
export class RequestAllowance implements AnswerAllowance {
  cost = 0;
  loads = 0;
  introspections = 0;
  private sent = 0;
  private answered = 0;
  private exceeded: GraphQLError | undefined;

  constructor(
    private readonly limits: Limits,
    private readonly actor: Actor,
  ) {}

  /** Adds the text of a document that the request sent. */
  addDocument(text: string): void {
    this.sent += Buffer.byteLength(text);
  }

  /** Throws an error for an answer that would be too long. From then on, each field of the request throws the same error. */
  count(bytes: number, info: GraphQLResolveInfo): void {
    this.answered += bytes;
    if (!this.exceeded && this.answered <= this.limit) return;
    throw (this.exceeded ??= answerTooLarge(this.limit, info));
  }

  private get limit(): number {
    const { PORTICO_GRAPHQL_ANSWER_LIMIT: most, PORTICO_GRAPHQL_GUEST_ANSWER_LIMIT: guestMost } = this.limits;
    const isKnown = this.actor.type === UserType.administrator || this.actor.type === UserType.integration;
    return isKnown ? most : Math.min(most, guestMost, Math.ceil(this.sent / 1000) * bytesPerKilobyte);
  }
}

/** Code of the error for an answer that would be too long. */
export const answerTooLargeCode = "ANSWER_TOO_LARGE";

/** The error has its path already, so graphql-js reports it unchanged and makes no copy for each field. */
const answerTooLarge = (limit: number, { fieldNodes, path }: GraphQLResolveInfo) =>
  new GraphQLError(`The answer is larger than ${limit} bytes. Select fewer fields or a smaller page.`, {
    nodes: fieldNodes,
    path: responsePathAsArray(path),
    extensions: { code: answerTooLargeCode },
  });
