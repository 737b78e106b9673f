import type { Editor } from '@tiptap/core';
import Bold from 'lucide-react/icons/bold';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { type ComponentType, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ImageButton, ImageText } from './rich-image.tsx';
import { LinkForm } from './rich-link.tsx';
import { TOOLBAR, TOOLS } from './rich-look.ts';

const LEVELS = { 0: 'Text', 2: 'Heading', 3: 'Subheading', 4: 'Small heading' } as const;
type Level = keyof typeof LEVELS;

/** The buttons that format the selected text. */
export function Toolbar({
  editor,
  label,
  hasImages,
}: {
  editor: Editor;
  /** Such as 'Details'. */
  label: string;
  hasImages: boolean;
}) {
  const [isLinking, setLinking] = useState(false);
  const run = () => editor.chain().focus();
  const tool = (label: string, icon: Icon, isOn: boolean, press: () => void) => (
    <Tool {...{ label, icon, isOn, press }} />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend that is seen
    <div role="group" aria-label="Formatting" className={TOOLBAR}>
      <div className={TOOLS}>
        <LevelChoice editor={editor} />
        {tool('Bold', Bold, editor.isActive('bold'), () => run().toggleBold().run())}
        {tool('Italic', Italic, editor.isActive('italic'), () => run().toggleItalic().run())}
        {tool('List', List, editor.isActive('bulletList'), () => run().toggleBulletList().run())}
        {tool('Numbered list', ListOrdered, editor.isActive('orderedList'), () =>
          run().toggleOrderedList().run(),
        )}
        {tool('Link', LinkIcon, editor.isActive('link'), () => setLinking(!isLinking))}
        {hasImages ? <ImageButton editor={editor} /> : null}
        <IconButton
          small
          label={`Undo in the ${label.toLowerCase()}`}
          disabled={!editor.can().undo()}
          onClick={() => run().undo().run()}
        >
          <Undo aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          small
          label={`Redo in the ${label.toLowerCase()}`}
          disabled={!editor.can().redo()}
          onClick={() => run().redo().run()}
        >
          <Redo aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {isLinking ? <LinkForm editor={editor} onDone={() => setLinking(false)} /> : null}
      {editor.isActive('image') ? <ImageText editor={editor} /> : null}
    </div>
  );
}

function LevelChoice({ editor }: { editor: Editor }) {
  const shown = ([2, 3, 4] as const).find((level) => editor.isActive('heading', { level })) ?? 0;
  const choose = (level: Level) => {
    const chain = editor.chain().focus();
    if (level === 0) chain.setParagraph().run();
    else chain.setHeading({ level }).run();
  };
  return (
    <select
      aria-label="Kind of text"
      value={shown}
      onChange={({ target }) => choose(Number(target.value) as Level)}
      className="control min-h-9 w-auto py-1 pl-2 text-sm"
    >
      {Object.entries(LEVELS).map(([level, label]) => (
        <option key={level} value={level}>
          {label}
        </option>
      ))}
    </select>
  );
}

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

function Tool({
  label,
  icon: Shown,
  isOn,
  press,
}: {
  label: string;
  icon: Icon;
  isOn: boolean;
  press: () => void;
}) {
  return (
    <IconButton
      small
      label={label}
      aria-pressed={isOn}
      className={classNames(isOn && 'bg-accent-tint')}
      onClick={press}
    >
      <Shown aria-hidden className="size-4" />
    </IconButton>
  );
}
