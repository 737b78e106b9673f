import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Texts } from '#features/texts/texts.schema.ts';
import { ContactFields } from '../../../components/contact-fields.tsx';

/** Sends a contact message. As specified, it shows nothing and clears its fields at once. */
export function ContactForm({ texts }: { texts: Texts<'home'> }) {
  const fetcher = useFetcher<unknown>();
  const { data } = fetcher;
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: as specified, a failure is reported nowhere else
    if (data) console.error('The message was not sent.', data);
  }, [data]);
  const id = useId();
  // The fields show no errors, as specified.
  const field = (name: string) => ({
    id: `${id}-${name}`,
    name,
    error: null,
    initialValue: undefined,
  });
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second request of the fetcher would cancel the first, whose fields are empty by then.
    if (sending.current) return;
    sending.current = true;
    const fields = new FormData(event.currentTarget);
    void fetcher.submit(fields, { method: 'post', action: '/contact' }).finally(() => {
      sending.current = false;
    });
    form.current?.reset();
  }

  return (
    <form ref={form} method="post" action="/contact" onSubmit={onSubmit} className="space-y-5">
      <ContactFields texts={texts} field={field} />
    </form>
  );
}
