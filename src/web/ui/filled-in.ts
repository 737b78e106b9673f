/** What a form holds, as an address says it; empty fields leave no trace. */
export function filledIn(form: HTMLFormElement): string {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') params.append(name, value.trim());
  }
  return String(params);
}
