import { createContext, useContext, useEffect, useState } from 'react';
import { useHref, useLocation } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import bootCheck from './boot-check.js?raw';
import { chunkFailure, type MissingChunk, takeMissing } from './chunks.ts';

/** The nonce of the answer that is being rendered; undefined in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined);

/** Watches over the loading of the page's own scripts. Belongs into the head, before them. */
export function BootCheck() {
  return (
    <script
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, the same for everyone
      dangerouslySetInnerHTML={{ __html: bootCheck }}
    />
  );
}

/**
 * What people are told of a part that did not come: of the page they are on (shown by the check
 * above, because then nothing of this runs), or of the one that they wanted to go to.
 */
export function BootFailure() {
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
        {/* A whole document: the router would look for the missing part again. */}
        <a href={missing?.to ?? here} className="link font-semibold">
          Try again
        </a>
      </Notice>
    </div>
  );
}
