import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Asks for the address of a link, which may be a path of the shop. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  function apply() {
    const href = withProtocol(address.trim());
    if (href === null) return setWrong(true);
    setLink(editor, href, address.trim());
    onDone();
  }
  return (
    <div className="flex flex-wrap items-center gap-2 p-1">
      <input
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed opens it for typing
        autoFocus
        aria-label="Address of the link"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        placeholder="https://… or /cloths"
        autoComplete="off"
        maxLength={2_000}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key !== 'Enter') return;
          // Without this, Enter would save the product.
          event.preventDefault();
          apply();
        }}
        className="control min-h-9 min-w-40 flex-1 px-2 py-1 text-sm"
      />
      <Button type="button" className="min-h-9 px-3 py-1 text-sm" onClick={apply}>
        Set link
      </Button>
      {editor.isActive('link') ? (
        <Button
          type="button"
          look="quiet"
          className="min-h-9 px-3 py-1 text-sm"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          Remove link
        </Button>
      ) : null}
      {isWrong ? (
        <p id={id} className="w-full text-sm text-danger">
          An address has to begin with https:// or a slash.
        </p>
      ) : null}
    </div>
  );
}

/** Turns the selected text into a link. If no text is selected, inserts the address as a link. */
function setLink(editor: Editor, href: string, text: string): void {
  const chain = editor.chain().focus();
  if (!editor.state.selection.empty || editor.isActive('link')) {
    chain.extendMarkRange('link').setLink({ href }).run();
    return;
  }
  chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run();
}

/** The address of a link; null for one that the shop would not store. */
function withProtocol(address: string): string | null {
  if (/^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))\S+$/i.test(address)) return address;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : null;
}
