import { Form } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import type { PostedFields } from './order-forms.tsx';

/** The name of the button that leaves a question. The page shows the form again as it was posted. */
export const GO_BACK = 'goBack';

/** Leaves a question of the page without script. */
export function GoBack({ kept }: { kept: PostedFields }) {
  return (
    <Form method="post">
      <HiddenFields fields={kept} />
      <Button name={GO_BACK} value="yes">
        Go back
      </Button>
    </Form>
  );
}

/** What a form had, to post it again. */
export function HiddenFields({ fields }: { fields: PostedFields }) {
  return fields.map(([name, value], index) => (
    // Their order pairs each SKU with its units, and they never change.
    // biome-ignore lint/suspicious/noArrayIndexKey: names repeat
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
