/** Maximum length of a response in characters, more than any expected one has. */
const maxAnswerLength = 1 << 20;

/**
 * Gets JSON from an address that the settings name. Redirects are not followed. Rejects if the response is late, has a
 * status other than 200, is too long, or is not JSON.
 */
export async function getJson(url: URL, timeout: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: "application/json", "User-Agent": "Portico" },
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The response status was ${response.status}.`);
  }
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswerLength) throw new Error(`The response has more than ${maxAnswerLength} characters.`);
  }
  return JSON.parse(text) as unknown;
}
