import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { expect, test } from 'vitest';
import { handleError } from './entry.server.tsx';
import { createPageContext, type PageContext } from './shop-context.ts';

/** The paths that were logged for this error. */
function logged(error: unknown): unknown[] {
  const paths: unknown[] = [];
  const log = {
    info() {},
    warn() {},
    error: (_event: string, _error: unknown, fields?: { path?: unknown }) => {
      paths.push(fields?.path);
    },
  };
  const context = createPageContext({
    page: {} as PageContext,
    response: { log, nonce: '', requestId: 'req_1' },
    showVisitor: () => Promise.reject(new Error('Nothing is rendered.')),
  });
  const request = new Request('http://shop.test/cloths', { method: 'POST' });
  handleError(error, { request, context, params: {} } as Parameters<typeof handleError>[1]);
  return paths;
}

test.each([400, 404, 405])('a request that no page takes (%i) is no line in the log', (status) => {
  expect(logged(new ErrorResponseImpl(status, 'Refused', null, true))).toEqual([]);
});

test('what fails on our side is', () => {
  expect(logged(new Error('Oh'))).toEqual(['/cloths']);
  expect(logged(new ErrorResponseImpl(500, 'Failed', null))).toEqual(['/cloths']);
});
