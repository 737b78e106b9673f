import { Notice } from '../../../ui/notice.tsx';

/** The message of an editor after a form that did more than save. */
export interface EditorMessage {
  tone: 'success' | 'info' | 'danger';
  text: string;
}

/** Shows the message of an action, if it has one. */
export function EditorNotice({ result }: { result: object | undefined }) {
  if (!result || !('editorMessage' in result)) return null;
  const { tone, text } = result.editorMessage as EditorMessage;
  return (
    <Notice tone={tone} className="mb-4">
      {text}
    </Notice>
  );
}
