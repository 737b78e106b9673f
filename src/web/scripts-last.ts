import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * Has the browser fetch scripts after styles, fonts and the first picture: a page shows and works
 * without them. React Router has no word for it. Text can't look like this: its quotes are escaped.
 */
export function scriptsLast(): Transform {
  const decoder = new StringDecoder('utf8');
  // The beginning of a tag whose end is in the next piece.
  let rest = '';
  return new Transform({
    transform(piece, _encoding, done) {
      const html = rest + decoder.write(piece);
      const opened = html.lastIndexOf('<');
      const end = opened > html.lastIndexOf('>') ? opened : html.length;
      rest = html.slice(end);
      done(null, withPriority(html.slice(0, end)));
    },
    flush(done) {
      done(null, rest + decoder.end());
    },
  });
}

function withPriority(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload"',
    '<link rel="modulepreload" fetchpriority="low"',
  );
}
