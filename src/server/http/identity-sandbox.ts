import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import {
  type IdentitySandbox,
  SANDBOX_PEOPLE,
  type SandboxRequest,
} from '#adapters/identity/sandbox.ts';
import { NOT_AN_EMAIL } from '#features/accounts/account-fields.schema.ts';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';
import { LONGEST_EMAIL } from '#shared/field-lengths.ts';

const chosen = z.object({
  email: z.string().trim().toLowerCase().max(LONGEST_EMAIL).pipe(z.email()),
  name: z.string().trim().max(60).default(''),
  verified: z.enum(['yes', 'no']).default('no'),
});

/**
 * The page where the sandbox of Google lets people choose an account, and its responses to the
 * shop's server. For demo mode and tests only; it works without script.
 */
export function createIdentitySandboxPages(sandbox: IdentitySandbox): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();

  pages.get('/sandbox/google/authorize', (c) => {
    const query = c.req.query();
    if (!sandbox.readRequest(query)) throw notFromTheShop();
    return c.html(page(c.get('nonce'), query));
  });

  pages.post('/sandbox/google/authorize', async (c) => {
    const form = Object.fromEntries(await c.get('readForm')());
    const request: SandboxRequest | null = sandbox.readRequest(form);
    if (!request) throw notFromTheShop();
    if (form.response === 'cancel') return c.redirect(sandbox.denyUrl(request), 303);
    const person = chosen.safeParse(form).data;
    if (!person) return c.html(page(c.get('nonce'), form, NOT_AN_EMAIL), 422);
    const { email, name, verified } = person;
    const known = { email, name: name || email, emailVerified: verified === 'yes' };
    return c.redirect(await sandbox.acceptUrl(request, known), 303);
  });

  for (const path of ['/.well-known/openid-configuration', '/keys']) {
    pages.get(`/sandbox/google${path}`, (c) => sandbox.respond(c.req.raw));
  }
  return pages;
}

const ASKED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
];

type Html = ReturnType<typeof html>;

function page(nonce: string, asked: Record<string, unknown>, problem = '') {
  const hidden = ASKED.map(
    (name) => html`<input type="hidden" name="${name}" value="${String(asked[name] ?? '')}" />`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>Sign in · Google sandbox</title>
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Who are you?</h1>
          <p>
            This page replaces Google while you try the shop. Choose an account, or type any address.
          </p>
          ${peopleToChoose(hidden)} ${anyoneElse(hidden, problem)}
          <form method="post" action="/sandbox/google/authorize">
            ${hidden}
            <button name="response" value="cancel">Cancel</button>
          </form>
        </main>
      </body>
    </html>`;
}

function peopleToChoose(hidden: Html[]) {
  return html`<ul>
    ${SANDBOX_PEOPLE.map(
      ({ email, name, emailVerified }) => html`<li>
        <form method="post" action="/sandbox/google/authorize">
          ${hidden}
          <input type="hidden" name="email" value="${email}" />
          <input type="hidden" name="name" value="${name}" />
          <input type="hidden" name="verified" value="${emailVerified ? 'yes' : 'no'}" />
          <button><b>${name}</b><span>${email}${emailVerified ? '' : ', not verified'}</span></button>
        </form>
      </li>`,
    )}
  </ul>`;
}

function anyoneElse(hidden: Html[], problem: string) {
  return html`<form method="post" action="/sandbox/google/authorize">
    ${hidden}
    <input type="hidden" name="verified" value="yes" />
    <label for="email">Another email address</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      autocomplete="off"
      ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''}
    />
    ${problem ? html`<p id="problem" role="alert">${problem}</p>` : ''}
    <label for="name">Name, if you like</label>
    <input id="name" name="name" maxlength="60" autocomplete="off" />
    <button>Continue</button>
  </form>`;
}

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1.5rem 1rem; }
  main { max-width: 26rem; margin: 0 auto; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: .5rem; }
  button, input { font: inherit; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .5rem; }
  button { cursor: pointer; background: ButtonFace; color: ButtonText; }
  li button { text-align: left; display: grid; overflow-wrap: anywhere; }
  label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
  form > button { margin-top: .75rem; }
  li form > button { margin-top: 0; }
`;

function notFromTheShop(): AppError {
  return new AppError('malformed', 'This page is for people whom the shop sends here to sign in.');
}
