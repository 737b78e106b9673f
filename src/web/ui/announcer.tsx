import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';

const AnnouncerContext = createContext<(message: string) => void>(() => {});

/** Holds the one live region that `useAnnounce` writes to. */
export function Announcer({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: '', count: 0 });
  const announce = useCallback(
    (text: string) => setMessage(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  return (
    <AnnouncerContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        {/* A new element each time, so that screen readers read the same text again. */}
        <span key={message.count}>{message.text}</span>
      </div>
    </AnnouncerContext>
  );
}

/** Returns a function that makes screen readers read a sentence. */
export function useAnnounce(): (message: string) => void {
  return useContext(AnnouncerContext);
}

/** Makes screen readers read a sentence whenever `key` changes. */
export function useAnnounceChange(key: string, message: string): void {
  const announce = useAnnounce();
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    announce(message);
  }, [key, message, announce]);
}
