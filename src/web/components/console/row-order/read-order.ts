/** The whole order that a form posts as `order`; null where it posts none. */
export function postedOrder(posted: FormData): string[] | null {
  const order = readJson(posted.get('order'));
  return Array.isArray(order) ? order.map(String) : null;
}

/** These ids after the move that a form posts: one row and its direction. Null where it moves none. */
export function movedOrder(posted: FormData, ids: readonly string[]): string[] | null {
  const move = readJson(posted.get('move'));
  const [id, by] = Array.isArray(move) ? move : [];
  const from = ids.indexOf(String(id));
  const to = from + Math.sign(Number(by) || 0);
  if (from === -1 || to < 0 || to >= ids.length) return null;
  return ids.toSpliced(from, 1).toSpliced(to, 0, String(id));
}

export function readJson(value: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return null;
  }
}
