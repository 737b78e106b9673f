import { Form, useNavigation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Question, useReturnedQuestion } from '../../../ui/question.tsx';
import { GoBack, HiddenFields } from './go-back.tsx';
import type { AddressQuestion as Asked } from './handler.ts';
import type { PostedFields } from './order-forms.tsx';

/** Asks before something of an order without an address is sent: also without script. */
export function AddressQuestion({
  question,
  kept,
}: {
  question: Asked | undefined;
  kept: PostedFields;
}) {
  const { shown, isOpen, close } = useReturnedQuestion(question);
  const posted = useNavigation().formData?.get('intent');
  if (!shown) return null;
  return (
    <Question
      isOpen={isOpen}
      title="This order has no address. Ship it anyway?"
      text="Only the city is known. The customer gets an email that it is on its way."
      keep="Go back"
      keepForm={<GoBack kept={kept} />}
      onKeep={close}
    >
      <Form method="post" preventScrollReset>
        <HiddenFields fields={shown.fields} />
        <Button look="solid" pending={posted === shown.intent}>
          Ship anyway
        </Button>
      </Form>
    </Question>
  );
}
