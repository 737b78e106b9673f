/** A name to greet a person by; null for one that could be read as a message or a link. */
export function plainName(name: string): string | null {
  return /^[\p{L}\p{M}\p{N} '’-]{1,60}$/u.test(name) ? name : null;
}

/** A place as an address has it; null for one that could be read as a link or a message in lines. */
export function plainPlace(place: string): string | null {
  const isPlain = /^[\p{L}\p{M}\p{N} .,'’()/-]{1,60}$/u.test(place);
  return isPlain && !/\.\S|\/\//u.test(place) ? place : null;
}
