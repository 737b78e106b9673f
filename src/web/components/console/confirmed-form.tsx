import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Question } from '../../ui/question.tsx';

/** The name of the check box that confirms. Without it, an action does nothing. */
export const SURE = 'sure';

interface Props {
  intent: string;
  /** The label of the button. */
  button: string;
  /** The question. */
  title: string;
  /** What will happen. */
  text: string;
  look?: ButtonLook;
  buttonClass?: string;
  /** What it is about, where the page has several forms with this intent. */
  of?: { name: string; value: string };
  /** Whether the page stays where it is scrolled to. */
  preventScrollReset?: boolean;
  /** The fields of the form. */
  children?: ReactNode;
}

/** A form that asks once before it is sent. Without script, a check box confirms. */
export function ConfirmedForm({
  intent,
  button,
  title,
  text,
  look = 'outline',
  buttonClass,
  of,
  preventScrollReset = false,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sure = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const posted = useNavigation().formData;
  const isBusy = posted?.get('intent') === intent && (!of || posted.get(of.name) === of.value);
  function ask(event: FormEvent) {
    if (sure.current?.checked) return;
    event.preventDefault();
    setAsking(true);
  }
  const close = () => setAsking(false);
  function send() {
    close();
    if (!sure.current) return;
    sure.current.checked = true;
    form.current?.requestSubmit();
    sure.current.checked = false;
  }
  return (
    <Form
      ref={form}
      method="post"
      onSubmit={ask}
      preventScrollReset={preventScrollReset}
      className="flex flex-wrap items-end gap-3"
    >
      <input type="hidden" name="intent" value={intent} />
      {of ? <input type="hidden" {...of} /> : null}
      {children}
      <CheckBox ref={sure} name={SURE} label="Yes, I am sure" className="hidden scriptless:block" />
      <Button look={look} pending={isBusy} className={buttonClass}>
        {button}
      </Button>
      <Question isOpen={isAsking} title={title} text={text} onKeep={close}>
        <Button type="button" look={look === 'danger' ? 'danger' : 'solid'} onClick={send}>
          Yes, {button.charAt(0).toLowerCase() + button.slice(1)}
        </Button>
      </Question>
    </Form>
  );
}
