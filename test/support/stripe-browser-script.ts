/** What `window.Stripe` does for the shop, with a plain field in place of Stripe's frame. */
export const browserScript = `
window.Stripe = (key) => ({
  elements: () => ({
    create() {
      const input = document.createElement('input');
      const listeners = {};
      input.setAttribute('aria-label', 'Card number');
      input.addEventListener('input', () => listeners.change({ complete: input.value.length >= 16 }));
      return {
        input,
        mount(element) { element.append(input); listeners.ready(); },
        on(name, listener) { listeners[name] = listener; },
        update({ disabled }) { input.disabled = disabled; },
        focus() { input.focus(); },
        destroy() { input.remove(); },
      };
    },
  }),
  async confirmCardPayment(secret, { payment_method: { card, billing_details } }) {
    if (!key.startsWith('pk_') || !billing_details.name || !billing_details.email) throw new Error('bad call');
    const script = [...document.scripts].find(({ src }) => src.endsWith('/v3/'));
    const number = card.input.value.replaceAll(' ', '');
    const approved = number !== '4000002500003155' || window.confirm('Is it you who pays?');
    const response = await fetch(new URL('/browser/' + secret.split('_secret_')[0] + '/confirm', script.src), {
      method: 'POST',
      body: JSON.stringify({ secret, number, approved }),
    });
    return response.json();
  },
});`;
