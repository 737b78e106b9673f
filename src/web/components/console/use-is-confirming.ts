import { useNavigation } from 'react-router';

/**
 * Whether the form of a question is being sent. The form before it has the same intent, and while the
 * question opens, the page may still be loading after that one. That does not count: the button would
 * ignore a press, and staff would wait for nothing. `mark` is the field that only the question posts.
 */
export function useIsConfirming(intent: string | undefined, mark: string): boolean {
  const posted = useNavigation().formData;
  return posted?.get('intent') === intent && posted?.has(mark) === true;
}
