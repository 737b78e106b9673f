import { escapeHtml } from '#shared/escape-html.ts';

/** HTML that is made of code; whatever is put into it as a string is text, and escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Value = string | number | Html | Html[] | null;

/** html`<p>${name}</p>`: the name is text, whatever it holds; only `Html` goes in as it is. */
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
