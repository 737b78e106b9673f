import type { ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { ErrorPayload, ViteDevServer } from 'vite';

type Mistake = ErrorPayload['err'];

/** Shows in terminal and browser why the code of the server can't be loaded. */
export function createMistakes(vite: ViteDevServer) {
  let shown: string | null = null;
  return {
    show(error: unknown): void {
      const mistake = describe(error);
      if (shown !== mistake.stack) console.error(error);
      shown = mistake.stack;
      vite.environments.client.hot.send({ type: 'error', err: mistake });
    },
    /** The code can be loaded: open pages that showed a mistake load again. */
    clear(): void {
      if (shown !== null) vite.environments.client.hot.send({ type: 'full-reload' });
      shown = null;
    },
    /**
     * Responds with a page that shows the mistake. Pages that are open take the status for a shop
     * that is away, and keep what they show.
     */
    respond(response: ServerResponse, error: unknown): void {
      const data = JSON.stringify(describe(error)).replaceAll('<', '\\u003c');
      response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(data));
      this.show(error);
    },
  };
}

function page(data: string): string {
  return `<!doctype html>
<html lang="en">
  <head><title>The code has a mistake</title></head>
  <body>
    <script type="module">
      import { ErrorOverlay } from '/@vite/client';
      document.body.append(new ErrorOverlay(${data}));
    </script>
  </body>
</html>
`;
}

/** What Vite's overlay shows of an error, most of which Vite's own errors alone have. */
function describe(error: unknown): Mistake {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const { id, frame, plugin, loc } = error as Partial<Mistake>;
  return {
    message: stripVTControlCharacters(message),
    stack: stripVTControlCharacters(stack),
    ...(id && { id }),
    ...(frame && { frame: stripVTControlCharacters(frame) }),
    ...(plugin && { plugin }),
    ...(loc && { loc }),
  };
}
