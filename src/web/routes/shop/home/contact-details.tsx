import type { Texts } from '#features/texts/texts.schema.ts';
import { shop } from '#shop-config';
import { ContactForm } from './contact-form.tsx';

const { address, phone, email, hours } = shop.contact;

/** The shop's contact details and the contact form. */
export function ContactDetails({ texts }: { texts: Texts<'home'> }) {
  return (
    <section id="contact" aria-labelledby="contact-title" className="page-width pt-section">
      <div className="grid gap-8 border-t border-line pt-12 md:grid-cols-2">
        <div>
          <h2 id="contact-title" className="text-title">
            {texts.contactTitle}
          </h2>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">{texts.contactIntro}</p>
          <dl className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
            <Detail term="Email">
              <a href={`mailto:${email}`} className="link">
                {email}
              </a>
            </Detail>
            <Detail term="Phone">
              <a href={`tel:${phone.replaceAll(' ', '')}`} className="link">
                {phone}
              </a>
            </Detail>
            <Detail term="Open">{hours}</Detail>
            <Detail term="Address">{address.join(', ')}</Detail>
          </dl>
        </div>
        <ContactForm texts={texts} />
      </div>
    </section>
  );
}

function Detail({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-soft">{term}</dt>
      <dd className="mt-1 text-lg">{children}</dd>
    </div>
  );
}
