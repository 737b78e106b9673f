import { createContext, useContext, useEffect, useState } from 'react';
import { useHref, useLocation } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { chunkFailure, type MissingChunk, takeMissing } from './chunks.ts';
import scriptLoadCheck from './script-load-check.js?raw';

/**
 * The nonce of the response that is being rendered. Undefined in the browser, which hides nonces
 * from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * Watches whether the page's own scripts load. Place it in the head, before them. The browsers' code
 * has no copy of it: React leaves what the server wrote.
 */
export function ScriptLoadCheck() {
  return (
    <script
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own file, the same for everyone
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? scriptLoadCheck : '' }}
    />
  );
}

/**
 * The notice for a part of the page that did not load. If the part belongs to the current page,
 * React does not run, and the check above shows the notice. Otherwise it belongs to the page that
 * the visitor wanted to open.
 */
export function ScriptLoadFailure() {
  const { pathname, search } = useLocation();
  const here = useHref(pathname + search);
  const [missing, setMissing] = useState<MissingChunk | null>(null);
  useEffect(() => {
    window.dispatchEvent(new Event('shop-booted'));
    setMissing(takeMissing());
  }, []);
  return (
    <div id="boot-failure" hidden={missing === null} className="page-width pt-6">
      <Notice tone="danger">
        <span data-text>{missing ? chunkFailure(missing.chunk) : ''}</span>{' '}
        {/* Loads a whole document: the router would request the missing part again. */}
        <a href={missing?.to ?? here} className="link font-semibold">
          Try again
        </a>
      </Notice>
    </div>
  );
}
