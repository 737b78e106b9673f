import { exportMyData } from '#features/privacy/privacy.ts';

/** What a person's export of their data says. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare its parts
export async function readExport(...of: Parameters<typeof exportMyData>): Promise<any> {
  let text = '';
  for await (const part of exportMyData(...of)) text += part;
  return JSON.parse(text);
}
