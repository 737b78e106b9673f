const ENTITIES: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text as it stands in HTML or XML, between tags and in attributes; exactly as React writes it. */
export function escapeHtml(text: string): string {
  return text.replace(/["'&<>]/g, (character) => ENTITIES[character] ?? character);
}
