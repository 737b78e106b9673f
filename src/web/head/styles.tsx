import { useContext } from 'react';
import { NonceContext } from '../connection/boot-failure.tsx';
import css from '../styles/app.css?inline';

const ID = 'styles';

// In the browser it is read from where the server wrote it: no script carries it a second time.
const text = import.meta.env.SSR ? css : (document.getElementById(ID)?.textContent ?? '');

/**
 * The shop's styles, in the page itself: nothing can be shown without them, and 8 KB more of HTML
 * are there sooner than an answer to a further request.
 */
export function Styles() {
  return (
    <style
      id={ID}
      nonce={useContext(NonceContext)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, the same for everyone
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
