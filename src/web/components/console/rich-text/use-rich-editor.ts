import { type ComponentType, useEffect, useState } from 'react';
import type { RichEditorProps } from './rich-editor.tsx';

/** The loaded editor. It stays, so that later pages show it at once. */
let loaded: ComponentType<RichEditorProps> | null = null;

/** The editor of formatted text, which is loaded after the page; null before, and if it does not load. */
export function useRichEditor() {
  const [state, setState] = useState({ Rich: loaded, hasFailed: false });
  useEffect(() => {
    let isHere = true;
    import('./rich-editor.tsx').then(
      ({ RichEditor }) => {
        loaded = RichEditor;
        if (isHere) setState({ Rich: RichEditor, hasFailed: false });
      },
      () => {
        if (isHere) setState({ Rich: null, hasFailed: true });
      },
    );
    return () => {
      isHere = false;
    };
  }, []);
  return state;
}
