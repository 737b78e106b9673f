import {
  EMAIL_PATTERN,
  LONGEST_MESSAGE,
  LONGEST_SENDER_NAME,
} from '#features/contact/contact-lengths.schema.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';
import { Button } from '../ui/button.tsx';
import { type FieldProps, TextAreaField, TextField } from '../ui/field.tsx';

/** The fields and the button of the contact form. */
export function ContactFields({
  texts,
  field,
}: {
  texts: Texts<'home'>;
  field: (name: 'user_name' | 'user_email' | 'message') => FieldProps['field'];
}) {
  return (
    <>
      <TextField
        field={field('user_name')}
        label={texts.yourName}
        autoComplete="name"
        maxLength={LONGEST_SENDER_NAME}
      />
      <TextField
        field={field('user_email')}
        label={texts.yourEmail}
        type="email"
        autoComplete="email"
        maxLength={LONGEST_EMAIL}
        pattern={EMAIL_PATTERN}
        title="An address such as ann@example.com"
      />
      <TextAreaField
        field={field('message')}
        label={texts.yourMessage}
        maxLength={LONGEST_MESSAGE}
      />
      <Button look="accent">{texts.send}</Button>
    </>
  );
}
