const ENTITIES: Record<string, string> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes a text for HTML or XML, between tags and in attributes, exactly like React. */
export function escapeHtml(text: string): string {
  return text.replace(/["'&<>]/g, (character) => ENTITIES[character] ?? character);
}
