import type { ApolloServerPlugin } from "@apollo/server";
import { retryAfterOutage } from "../call/errors.js";
import { userErrorsField } from "./schema/user-errors.js";

/**
 * Answers 503 with `Retry-After` if the database is unavailable and no field has a result. With a result the status
 * stays 200, because clients discard the data of a failed response.
 */
export const unavailable: ApolloServerPlugin = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response: { body, http } }) => {
        if (body.kind !== "single") return Promise.resolve();
        const { data, errors = [] } = body.singleResult;
        const results = Object.entries(data ?? {}).filter(([name]) => name !== userErrorsField);
        const isEmpty = results.every(([, value]) => value === null);
        if (isEmpty && errors.some(({ extensions }) => extensions?.["code"] === "SERVICE_UNAVAILABLE")) {
          http.status = 503;
          http.headers.set("Retry-After", String(retryAfterOutage));
        }
        return Promise.resolve();
      },
    }),
};
