import { useEffect, useState } from 'react';
import { useLocation, useMatches } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import { isTyped } from '../../ui/typed-key.ts';

/** Keys and what they do. A page of the console names its own in `handle.keys`. */
export type Keys = readonly (readonly [key: string, what: string])[];

const everywhere: Keys = [
  ['Ctrl K or ⌘ K', 'Find anything'],
  ['?', 'This list of keys'],
];

/** The key '?' lists the keys of the page. In a grid it is typed into a cell. */
export function KeysDialog() {
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState<string | null>(null);
  const keys = useMatches().flatMap(
    ({ handle }) => (handle as { keys?: Keys } | undefined)?.keys ?? [],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyped(event)) return;
      if (event.target instanceof Element && event.target.closest('[role=grid]')) return;
      event.preventDefault();
      setShownAt(pathname);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [pathname]);
  return (
    <Modal open={shownAt === pathname} onClose={() => setShownAt(null)} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {[...keys, ...everywhere].map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-control border border-line-strong px-1.5 py-0.5 font-sans">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
