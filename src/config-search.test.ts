import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const engine = { SEARCH_URL: 'http://search.lan:8108/', SEARCH_API_KEY: 'a-key' };

test('a search engine needs an address and a key, and a fault repeats neither', () => {
  expect(readConfig({}).search).toBeNull();
  expect(readConfig(engine).search).toEqual({ url: 'http://search.lan:8108', apiKey: 'a-key' });
  const refused = (change: Record<string, string>) => {
    try {
      return readConfig({ ...engine, ...change }).search;
    } catch (error) {
      return (error as Error).message;
    }
  };
  for (const name of ['SEARCH_URL', 'SEARCH_API_KEY']) {
    expect(refused({ [name]: '' })).toContain('must be set together');
  }
  for (const url of ['search.lan', 'ftp://a', 'https://user:word@a', 'https://a/?key=word']) {
    expect(refused({ SEARCH_URL: url })).toMatch(/^SEARCH_URL must be an address/);
    expect(refused({ SEARCH_URL: url })).not.toContain('word@');
  }
  expect(refused({ SEARCH_API_KEY: 'two words' })).toBe(
    'SEARCH_API_KEY must have no spaces or line breaks.',
  );
});
