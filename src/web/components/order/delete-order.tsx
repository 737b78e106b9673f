import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { KeptParams } from '../kept-params.tsx';

/** The button to delete an order; `ConfirmDeletion` then asks for confirmation. */
export function DeleteOrder({
  orderId,
  titleId,
  children,
}: {
  orderId: string;
  titleId: string;
  /** The label of the button. */
  children: ReactNode;
}) {
  return (
    <Form replace preventScrollReset>
      <KeptParams />
      <Button
        look="danger"
        name="remove"
        value={orderId}
        aria-describedby={titleId}
        className="whitespace-pre-wrap"
      >
        {children}
      </Button>
    </Form>
  );
}
