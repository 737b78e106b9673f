// Runs before all other scripts and needs none of them. If the page's scripts do not load within
// 120 s, it shows the hidden notice in the page.
{
  let missing = '';
  let booted = false;
  const tell = () => {
    const notice = document.getElementById('boot-failure');
    if (booted || !notice) return;
    notice.hidden = false;
    const name = /([\w.-]+)\.js/.exec(missing)?.[1] ?? 'of the page';
    const text = notice.querySelector('[data-text]');
    if (text) text.textContent = `Loading chunk ${name} failed`;
  };
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'modulepreload')
        missing = target.href;
      if (target instanceof HTMLScriptElement) {
        missing = target.src || missing;
        tell();
      }
    },
    true,
  );
  addEventListener('shop-booted', () => {
    booted = true;
  });
  setTimeout(tell, 120_000);
}
