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
    /** Called when the code loads again: open pages that show an error reload. */
    clear(): void {
      if (shown !== null) vite.environments.client.hot.send({ type: 'full-reload' });
      shown = null;
    },
    /**
     * Responds with a page that shows the error. Pages that are open treat the status like an
     * unreachable shop, and do not change.
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
  <head><title>The code has an error</title></head>
  <body>
    <script type="module">
      import { ErrorOverlay } from '/@vite/client';
      document.body.append(new ErrorOverlay(${data}));
    </script>
  </body>
</html>
`;
}

/** The fields of an error that Vite's overlay shows; most exist only in Vite's own errors. */
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
