import { z } from 'zod';

/** A search engine outside of the shop. */
export interface SearchEngine {
  /** Without a slash at the end. */
  url: string;
  apiKey: string;
}

/** The environment variables for a search engine. */
export const searchVariables = {
  SEARCH_URL: z
    .string()
    .refine(
      isPlainAddress,
      'must be an address such as https://search.example, without a question mark or a password',
    )
    .transform((text) => text.replace(/\/+$/, '')),
  SEARCH_API_KEY: z.string().regex(/^[\x21-\x7e]+$/, 'must have no spaces or line breaks'),
};

type SearchEnvironment = { [name in keyof typeof searchVariables]?: string | undefined };

/** The engine that these variables describe, and one line for each error in them. */
export function readSearchEngine({ SEARCH_URL: url, SEARCH_API_KEY: apiKey }: SearchEnvironment): {
  engine: SearchEngine | null;
  faults: string[];
} {
  if (url !== undefined && apiKey !== undefined) return { engine: { url, apiKey }, faults: [] };
  const isAlone = url !== undefined || apiKey !== undefined;
  const fault = 'SEARCH_URL and SEARCH_API_KEY must be set together, or not at all.';
  return { engine: null, faults: isAlone ? [fault] : [] };
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !/[?#]/.test(text);
}
