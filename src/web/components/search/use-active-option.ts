import { type RefObject, useEffect, useState } from 'react';

/**
 * Which option of a list under a field is active; -1 for none. The arrow keys of the field move
 * through the options, with the field itself as one more place; Enter chooses, Escape closes. An
 * active option stays active in a list that arrives later and has it too.
 */
export function useActiveOption(
  field: RefObject<HTMLInputElement | null>,
  options: readonly { to: string }[],
  on: { choose: (to: string) => void; close: () => void },
): number {
  const [activeTo, setActiveTo] = useState<string | null>(null);
  const active = options.findIndex(({ to }) => to === activeTo);
  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      if (options.length === 0) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chosen = event.key === 'Enter' ? options[active] : undefined;
      if (step !== undefined) {
        const places = options.length + 1;
        const next = ((active + 1 + step + places) % places) - 1;
        setActiveTo(options[next]?.to ?? null);
      } else if (chosen) on.choose(chosen.to);
      // The browser would empty the field as well.
      else if (event.key === 'Escape') on.close();
      else return;
      event.preventDefault();
    };
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  });
  // A list without it begins at its field, and so does the next one that has it again.
  if (activeTo !== null && active === -1) setActiveTo(null);
  return active;
}
