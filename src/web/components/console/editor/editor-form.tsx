import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { Form, type FormProps, useNavigation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { useEarlyInput } from '../use-early-input.ts';
import { useSaveKey } from '../use-save-key.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { NotSaved, PartsInWords } from './editor-result.ts';

interface EditorFormProps {
  /** The attributes of the form. */
  form: Omit<FormProps, 'ref'> & { ref: RefObject<HTMLFormElement | null>; id: string };
  /** The version that the page shows; 0 for a new record. */
  version: number;
  /** What was not saved; null if the form shows a saved record. */
  refused: NotSaved | null;
  /** The errors of the form as a whole. */
  errors: string[];
  /** What somebody else saved meanwhile. */
  conflict: PartsInWords | null;
  /** The label of the button that saves. */
  button: string;
  isUploading?: boolean;
  /** Whether it may be sent; what is wrong is marked otherwise. */
  isFit?: boolean;
  /** Further buttons beside the one that saves. One with a `formTarget` opens another tab. */
  beside?: ReactNode;
  children: ReactNode;
}

/**
 * The form of an editor. It asks before it is left unsaved, keeps what was typed before the script
 * loaded, saves with Ctrl-S, shows what somebody else saved meanwhile, and focuses what is wrong.
 */
export function EditorForm(props: EditorFormProps) {
  const { form, version, refused, errors, conflict, button, isUploading, children } = props;
  const isSaving = useNavigation().formData?.get('intent') === 'save';
  const { blocker, save, onSubmit } = useEditorForm(props, isSaving);
  return (
    <Form
      method="post"
      {...form}
      onSubmitCapture={leaveOtherTabsToTheBrowser}
      onSubmit={onSubmit}
      className="grid gap-4"
    >
      <LeaveDialog blocker={blocker} />
      {/* The first button is the one that Enter presses. */}
      <button
        ref={save}
        type="submit"
        name="intent"
        value="save"
        hidden
        disabled={isUploading || isSaving}
      >
        {button}
      </button>
      <input type="hidden" name="version" value={refused?.version ?? version} />
      <FormErrors errors={errors} />
      {conflict ? <ConflictNotice fields={conflict} /> : null}
      {children}
      <div className="flex flex-wrap gap-2">
        <Button
          name="intent"
          value="save"
          look="accent"
          pending={isSaving}
          disabled={isUploading}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {button}
        </Button>
        {props.beside}
      </div>
    </Form>
  );
}

/** React Router would open the response here. It is not asked, and the browser sends the form. */
function leaveOtherTabsToTheBrowser(event: SubmitEvent<HTMLFormElement>): void {
  const { submitter } = event.nativeEvent;
  if (submitter instanceof HTMLButtonElement && submitter.formTarget) event.stopPropagation();
}

function useEditorForm({ form, refused, isFit = true }: EditorFormProps, isSending: boolean) {
  const blocker = useUnsavedGuard(form.ref, { startsUnsaved: refused !== null, isSending });
  const save = useRef<HTMLButtonElement>(null);
  useSaveKey(() => save.current?.click());
  useEarlyInput(form.id);
  useEffect(() => {
    if (refused) focusOn(form.ref.current, refused.focus);
  }, [form.ref, refused]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const element = event.currentTarget;
    form.onSubmit?.(event);
    if (!isFit) event.preventDefault();
    if (event.defaultPrevented) requestAnimationFrame(() => focusOn(element));
  }
  return { blocker, save, onSubmit };
}

/**
 * Focuses a control, or else the first field with an error, or the errors of the form. Screen readers
 * then read it, and it comes into view.
 */
function focusOn(form: HTMLFormElement | null, control = ''): void {
  const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
  const wanted = control ? `[name="${control}"], #${control}` : '[aria-invalid=true]';
  (find(wanted) ?? find('[data-form-errors]'))?.focus();
}
