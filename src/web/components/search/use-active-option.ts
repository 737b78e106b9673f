import { type RefObject, useEffect, useState } from 'react';

/**
 * Which option of a list under a field is active; -1 for none. The arrow keys of the field move
 * through the options and the field itself. Enter chooses, Escape closes. An active option stays
 * active if it is also in a list that arrives later.
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
      // Without this, the browser would also empty the field.
      else if (event.key === 'Escape') on.close();
      else return;
      event.preventDefault();
    };
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  });
  // If a new list does not have the option, the field is active, and it stays so even if a later
  // list has it again.
  if (activeTo !== null && active === -1) setActiveTo(null);
  return active;
}
