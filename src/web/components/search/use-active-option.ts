import { type RefObject, useEffect, useState } from 'react';

/**
 * Which option of a list under a field is active; -1 for none. The arrow keys of the field move
 * through the options, with the field itself as one more place; Enter chooses, Escape closes.
 */
export function useActiveOption(
  field: RefObject<HTMLInputElement | null>,
  options: readonly { to: string }[],
  on: { choose: (to: string) => void; close: () => void },
): number {
  const [active, setActive] = useState(-1);
  const list = options.map(({ to }) => to).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its field
  useEffect(() => setActive(-1), [list]);
  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => {
      if (options.length === 0) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const chosen = event.key === 'Enter' ? options[active] : undefined;
      if (step !== undefined) {
        const places = options.length + 1;
        setActive((from) => ((from + 1 + step + places) % places) - 1);
      } else if (chosen) on.choose(chosen.to);
      // The browser would empty the field as well.
      else if (event.key === 'Escape') on.close();
      else return;
      event.preventDefault();
    };
    input?.addEventListener('keydown', onKey);
    return () => input?.removeEventListener('keydown', onKey);
  });
  return active;
}
