import type { ApolloServerPlugin } from "@apollo/server";
import { retryAfterOutage } from "../call/errors.js";
import { retryAfterFullDisk } from "../call/kernel.js";
import { outcomeFields } from "./schema/user-errors.js";

const answers = [
  { code: "SERVICE_UNAVAILABLE", status: 503, retryAfter: retryAfterOutage },
  { code: "INSUFFICIENT_STORAGE", status: 507, retryAfter: retryAfterFullDisk },
];

/**
 * Answers 503 with `Retry-After` if the database is unavailable, or 507 if the disk is nearly full, and no field has a result. With a result the status
 * stays 200, because clients discard the data of a failed response.
 */
export const unavailable: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body, http } }) => {
        if (body.kind !== "single") return Promise.resolve();
        const { data, errors = [] } = body.singleResult;
        const results = Object.entries(data ?? {}).filter(([name]) => !outcomeFields.has(name));
        const isEmpty = results.every(([, value]) => value === null);
        const codes = isEmpty ? errors.map(({ extensions }) => extensions?.["code"]) : [];
        const answer = answers.find(({ code }) => codes.includes(code));
        if (answer) {
          http.status = answer.status;
          http.headers.set("Retry-After", String(answer.retryAfter));
        }
        return Promise.resolve();
      },
    }),
};
