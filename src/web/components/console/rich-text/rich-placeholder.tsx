import type { RichEditorProps } from './rich-editor.tsx';
import { FRAME, TEXT, TOOLBAR, TOOLS } from './rich-look.ts';

/** The place of the editor while it loads: as large, with the text. Without script there is none. */
export function RichPlaceholder({
  label,
  hasImages,
  text,
}: Pick<RichEditorProps, 'label' | 'hasImages' | 'text'>) {
  const buttons = hasImages ? 8 : 7;
  return (
    <div aria-busy="true" className="scriptless:hidden">
      <span className="field-label">{label}</span>
      <div className={FRAME}>
        <div aria-hidden="true" className={TOOLBAR}>
          <div className={TOOLS}>
            <span className="h-9 w-36" />
            {Array.from({ length: buttons }, (_, nr) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
              <span key={nr} className="size-9" />
            ))}
          </div>
        </div>
        <div className={`${TEXT} overflow-hidden`}>{text}</div>
      </div>
    </div>
  );
}
