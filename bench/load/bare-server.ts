import { createServer } from 'node:http';
import type { CallResponse } from './bare.ts';

// Only `node:http`: sends the same response to every request.

process.once('message', ({ body, headers }: CallResponse) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
});
// The bench has ended, or stops this process.
process.once('disconnect', () => process.exit());
