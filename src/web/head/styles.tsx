import { useContext } from 'react';
import { NonceContext } from '../offline/script-load-failure.tsx';
import css from '../styles/app.css?inline';

const ID = 'styles';

// In the browser this reads the styles and the nonce that the server wrote. So no script contains
// the styles a second time. An error page makes the document again, and may use them. In
// development the script has the styles too, because it follows changed files.
const written = import.meta.env.SSR ? null : document.getElementById(ID);
const text = import.meta.env.SSR || import.meta.env.DEV ? css : (written?.textContent ?? '');

/**
 * The shop's styles, inside the page. Nothing can be shown without them. 8 KB more of HTML arrive
 * sooner than the response to another request.
 */
export function Styles() {
  const nonce = useContext(NonceContext);
  return (
    <style
      id={ID}
      nonce={written ? written.nonce : nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own file, the same for everyone
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
