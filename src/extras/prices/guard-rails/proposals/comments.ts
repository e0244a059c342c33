import { tooLong } from "../../../../api/call/errors.js";

/** Maximum number of characters of a comment. */
const maxCommentLength = 1000;

/** Returns the comment to store; null if it is empty. Throws 400 for one that is too long. */
export function checkComment(given: string | null | undefined): string | null {
  const comment = (given ?? "").trim();
  if ([...comment].length > maxCommentLength) throw tooLong("comment", maxCommentLength);
  return comment === "" ? null : comment;
}

/** Description of the comment of a decision. */
export const commentDescription = "Comment to store with the decision, at most 1000 characters.";
