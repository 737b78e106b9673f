import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, relative, sep } from 'node:path';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { Config } from '#config.ts';
import { packagesOfRoutes } from './route-packages.ts';

/** The sources of pages and server; nothing else is watched or served. */
const SOURCES = ['src', 'public', 'shop.config.ts', 'vite.config.ts', 'react-router.config.ts'];
/** Files that are saved within this time are reloaded together. */
const TOGETHER_MS = 30;

/** Starts Vite in front of the shop, at the shop's own port. */
export function startVite(
  { projectRoot, baseUrl }: Config,
  front: Server,
  onServerChange: () => void,
): Promise<ViteDevServer> {
  return createServer({
    root: projectRoot,
    mode: 'development',
    appType: 'custom',
    clearScreen: false,
    // This folder has its own cache, even when several folders share `node_modules` by a link.
    cacheDir: join(projectRoot, '.react-router/vite'),
    // Packages for browsers are bundled at the start: a package that is found later makes the page
    // reload. Root and routes import the server too, so Vite can't look for their packages itself.
    optimizeDeps: {
      entries: ['src/web/{components,ui}/**/!(*.test).{ts,tsx}'],
      include: packagesOfRoutes(projectRoot),
    },
    plugins: [tellServerChanges(onServerChange), leaveSignals(), refuseToOpenEditor()],
    server: {
      middlewareMode: true,
      hmr: { server: front },
      // The shop has its own rules for other origins.
      cors: false,
      allowedHosts: [new URL(baseUrl).hostname],
      fs: {
        allow: [
          ...SOURCES.map((name) => join(projectRoot, name)),
          realpathSync(join(projectRoot, 'node_modules')),
        ],
      },
      watch: { ignored: (path) => !isSource(relative(projectRoot, path)) },
    },
  });
}

function isSource(path: string): boolean {
  return path === '' || SOURCES.some((name) => path === name || path.startsWith(name + sep));
}

/**
 * Prevents the server of React Router's Vite plugin from ending the process at once and leaving
 * PostgreSQL running.
 */
function leaveSignals(): Plugin {
  const own = process.listeners('SIGTERM');
  return {
    name: 'leave-signals',
    configureServer() {
      for (const listener of process.listeners('SIGTERM')) {
        if (!own.includes(listener)) process.off('SIGTERM', listener);
      }
    },
  };
}

/**
 * Vite opens any file of this machine in an editor when a certain address is requested, and checks
 * only the `Host` header. Pages of other sites can request the address. So this allows only
 * requests of the shop's own pages, which contain Vite's error overlay.
 */
function refuseToOpenEditor(): Plugin {
  return {
    name: 'refuse-to-open-editor',
    configureServer({ middlewares }) {
      middlewares.use('/__open-in-editor', ({ headers }, response, next) => {
        if (headers['sec-fetch-site'] === 'same-origin') next();
        else response.writeHead(403).end('Only a page of this shop may open the editor.\n');
      });
    },
  };
}

function tellServerChanges(tell: () => void): Plugin {
  let timer: NodeJS.Timeout | undefined;
  return {
    name: 'tell-server-changes',
    hotUpdate() {
      if (this.environment.name !== 'ssr') return;
      clearTimeout(timer);
      timer = setTimeout(tell, TOGETHER_MS);
    },
  };
}
