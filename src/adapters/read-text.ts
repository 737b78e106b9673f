/** Many times the size of the largest response that the shop expects of an outside service. */
export const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The body of a response as text. Throws when it is larger than the limit, and reads no more of it:
 * a few compressed kilobytes can hold gigabytes. `sender` is for the message.
 */
export async function readText(response: Response, sender: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new TypeError(`The response of ${sender} is too large.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
