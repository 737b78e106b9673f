import { useContext } from 'react';
import { NonceContext } from '../connection/boot-failure.tsx';
import css from '../styles/app.css?inline';

const ID = 'styles';

// In the browser both are read from what the server wrote: no script carries the text a second time,
// and an error page, which makes the document anew, is allowed to have it. In development the script
// has it too, as it follows a changed file.
const written = import.meta.env.SSR ? null : document.getElementById(ID);
const text = import.meta.env.SSR || import.meta.env.DEV ? css : (written?.textContent ?? '');

/**
 * The shop's styles, in the page itself: nothing can be shown without them, and 8 KB more of HTML
 * are there sooner than the answer to a further request.
 */
export function Styles() {
  const nonce = useContext(NonceContext);
  return (
    <style
      id={ID}
      nonce={written ? written.nonce : nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, the same for everyone
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
