import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '../../../ui/button.tsx';

/** Writes to the shop. As specified it says nothing and is empty again at once. */
export function ContactForm() {
  const fetcher = useFetcher<unknown>();
  const { data } = fetcher;
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: as specified, a failure is said nowhere else
    if (data) console.error('The message was not sent.', data);
  }, [data]);
  const form = useRef<HTMLFormElement>(null);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void fetcher.submit(fields, { method: 'post', action: '/contact' });
    form.current?.reset();
  }

  return (
    <form ref={form} method="post" action="/contact" onSubmit={onSubmit} className="space-y-5">
      <Labelled label="Your Name">
        {(id) => (
          <input id={id} name="user_name" autoComplete="name" maxLength={200} className="control" />
        )}
      </Labelled>
      <Labelled label="Your Email">
        {(id) => (
          <input
            id={id}
            name="user_email"
            type="email"
            autoComplete="email"
            maxLength={254}
            className="control"
          />
        )}
      </Labelled>
      <Labelled label="Your Message">
        {(id) => (
          <textarea id={id} name="message" rows={5} maxLength={10_000} className="control" />
        )}
      </Labelled>
      <Button look="accent">Send</Button>
    </form>
  );
}

function Labelled({
  label,
  children,
}: {
  label: string;
  children: (id: string) => React.ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[0.9375rem] font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
