import { createContext, type ReactNode, useContext, useState } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import { useRequestKey } from '../../../components/order/use-request-key.ts';

/** What a form posted: the name and the value of each of its fields. */
export type PostedFields = [name: string, value: string][];

interface Forms {
  /** How often each form of the page has done what it was sent for. */
  done: Record<string, number>;
  kept: FormData | null;
}

const FormsContext = createContext<Forms>({ done: {}, kept: null });

/**
 * Knows the forms of the page: what staff typed into one stays whatever becomes of another, and
 * after a question or a refusal of its own. A form starts anew once it has done what it was sent for.
 */
export function OrderForms({
  result,
  children,
}: {
  /** What the action returned: nothing was done. */
  result: { kept?: PostedFields } | undefined;
  children: ReactNode;
}) {
  const { state, formData } = useNavigation();
  const { key: page, hash } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [done, setDone] = useState<Record<string, number>>({});
  const [sent, setSent] = useState<{ name: string; from: string } | null>(null);
  // With script the fields of the page still have it. Without, the page is a new one.
  const [kept] = useState(() => (result?.kept ? toFormData(result.kept) : null));
  const sending = formData ? nameOf(formData) : null;
  if (sending !== null && sending !== sent?.name) setSent({ name: sending, from: page });
  if (state === 'idle' && sent !== null) {
    setSent(null);
    // A form that was done leads to a new page. The Back button and a link to a part of the page only
    // stop waiting for it.
    const isDone = !result && page !== sent.from && !isBack && hash === '';
    if (isDone) setDone({ ...done, [sent.name]: (done[sent.name] ?? 0) + 1 });
  }
  return <FormsContext value={{ done, kept }}>{children}</FormsContext>;
}

/**
 * The `key` of a form, which changes when it starts anew, and what it had when it was posted without
 * script and nothing was done. `of` is its parcel or return, of which the page has several.
 */
export function useOrderForm(
  intent: string,
  of: string | null = null,
): { key: string; kept: FormData | null } {
  const { done, kept } = useContext(FormsContext);
  const name = `${intent} ${of ?? ''}`;
  const times = done[name] ?? 0;
  const isKept = times === 0 && kept !== null && nameOf(kept) === name;
  return { key: `${name} ${times}`, kept: isKept ? kept : null };
}

/**
 * What `useOrderForm` gives a form, for one with a request key. It also starts anew when its key is
 * used.
 */
export function useKeyedForm(
  { intent, of = null }: { intent: string; of?: string | null },
  requestKey: string,
  used: (string | null)[],
): { key: string; kept: FormData | null; requestKey: string } {
  const form = useOrderForm(intent, of);
  const [first] = useState(requestKey);
  const own = useRequestKey(requestKey, used, form.key);
  return { key: `${form.key} ${own}`, kept: own === first ? form.kept : null, requestKey: own };
}

/** Whether the page shows again what one of the forms with this intent had. */
export function useIsKept(intent: string): boolean {
  const { done, kept } = useContext(FormsContext);
  return kept?.get('intent') === intent && !done[nameOf(kept)];
}

function nameOf(posted: FormData): string {
  const of = posted.get('fulfillment') ?? posted.get('return') ?? posted.get('ofReturn');
  return `${posted.get('intent')} ${of ?? ''}`;
}

function toFormData(fields: PostedFields): FormData {
  const posted = new FormData();
  for (const [name, value] of fields) posted.append(name, value);
  return posted;
}

/** The text that a field had; without one, `otherwise`. */
export function keptText(kept: FormData | null, name: string, otherwise = ''): string {
  const text = kept?.get(name);
  return typeof text === 'string' ? text : otherwise;
}

/** The carrier and tracking number that a form had; without it, those of the parcel. */
export function keptTracking(
  kept: FormData | null,
  parcel?: { carrier: string | null; trackingNumber: string | null },
) {
  return {
    carrier: keptText(kept, 'carrier', parcel?.carrier ?? ''),
    trackingNumber: keptText(kept, 'trackingNumber', parcel?.trackingNumber ?? ''),
  };
}

/** Whether a box was checked; `otherwise` if the form was not posted. */
export function keptCheck(kept: FormData | null, name: string, otherwise = false): boolean {
  return kept ? kept.has(name) : otherwise;
}

/** The values of one line: what the fields of the same name had at the place of its SKU. */
export function keptOfLine(kept: FormData | null, sku: string, name: string): string | null {
  const index = kept?.getAll('sku').indexOf(sku) ?? -1;
  const value = index < 0 ? null : kept?.getAll(name)[index];
  return typeof value === 'string' ? value : null;
}
