import { type ComponentType, useEffect, useState } from 'react';
import type { RichEditorProps } from './rich-editor.tsx';

/** The editor of formatted text, which is loaded after the page; null before, and if it does not load. */
export function useRichEditor() {
  const [Rich, setRich] = useState<ComponentType<RichEditorProps> | null>(null);
  useEffect(() => {
    let isHere = true;
    import('./rich-editor.tsx').then(
      ({ RichEditor }) => {
        if (isHere) setRich(() => RichEditor);
      },
      // The plain field stays.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return Rich;
}
