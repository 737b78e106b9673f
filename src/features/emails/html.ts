import { escapeHtml } from '#shared/escape-html.ts';

/** Safe HTML. Strings that are inserted into it are escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | number | Html | Html[] | null;

/** Makes HTML as in html`<p>${name}</p>`. Escapes every value except `Html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    parts.reduce((source, part, index) => `${source}${toSource(values[index - 1] ?? null)}${part}`),
  );
}

function toSource(value: Value): string {
  if (value === null) return '';
  if (value instanceof Html) return value.source;
  if (Array.isArray(value)) return value.map(toSource).join('');
  return escapeHtml(String(value));
}
