import { isStalePlan } from "../sql-errors.js";
import type { Send } from "./runner.js";
import type { StatementNames } from "./statements.js";

/**
 * Returns a function that sends statements, and drops the name of one that PostgreSQL refuses because it would return other
 * columns than when it was prepared. Each connection has prepared it, so all of them would refuse it until the process ends.
 */
export const renewingSend =
  (send: Send, names: StatementNames): Send =>
  (client, statement) => {
    const answer = send(client, statement);
    answer.catch((error: unknown) => {
      if (isStalePlan(error)) names.drop(statement.text);
    });
    return answer;
  };
