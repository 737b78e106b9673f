/** HTML that runs a script in a browser, or tries to, where it is shown as it is. */
const HIT = 'window.hit=1';

export const scriptVectors = [
  `<script>${HIT}</script>`,
  `<ScRiPt >${HIT}</sCrIpT>`,
  `<script/src=data:,${HIT}></script>`,
  `<scr<script>ipt>${HIT}</scr</script>ipt>`,
  `<<script>${HIT};//<</script>`,
  `<img src=x onerror=${HIT}>`,
  `<img src=x onerror=${HIT}//`,
  `<img/src/onerror=${HIT}>`,
  `<img src="x\`><script>${HIT}</script>"\`>`,
  `<img """><script>${HIT}</script>">`,
  `<img src="/pictures/a-800.webp" onload="${HIT}">`,
  `<img src="javascript:${HIT}">`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${HIT}'/>">`,
  `<img srcset="x 1x, javascript:${HIT} 2x" sizes="100vw">`,
  `<img alt="&quot; onerror=&quot;${HIT}" src="/pictures/a-800.webp">`,
  `<a href="javascript:${HIT}">press</a>`,
  `<a href="JaVaScRiPt:${HIT}">press</a>`,
  `<a href=" \t\n javascript:${HIT}">press</a>`,
  `<a href="java\tscript:${HIT}">press</a>`,
  `<a href="java&#x09;script:${HIT}">press</a>`,
  `<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;${HIT}">press</a>`,
  `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${HIT}">press</a>`,
  `<a href="\u0001javascript:${HIT}">press</a>`,
  `<a href="vbscript:msgbox(1)">press</a>`,
  `<a href="data:text/html,<script>${HIT}</script>">press</a>`,
  `<a href="//evil.example/x">press</a>`,
  `<a href="https://example.com" onclick="${HIT}" onmouseover=${HIT} style="position:fixed;inset:0">press</a>`,
  `<a href="https://example.com" target="_blank" rel="opener">press</a>`,
  `<svg onload=${HIT}><circle r=1></svg>`,
  `<svg><script>${HIT}</script></svg>`,
  `<svg><a xlink:href="javascript:${HIT}"><text y=20>press</text></a></svg>`,
  `<svg><animate onbegin=${HIT} attributeName=x dur=1s>`,
  `<svg></p><style><g title="</style><img src=x onerror=${HIT}>">`,
  `<math><mi//xlink:href="data:x,<script>${HIT}</script>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${HIT}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${HIT}>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `<template><img src=x onerror=${HIT}></template>`,
  `<iframe src="javascript:${HIT}"></iframe>`,
  `<iframe srcdoc="<script>parent.${HIT}</script>"></iframe>`,
  `<object data="javascript:${HIT}"></object><embed src="javascript:${HIT}">`,
  `<style>@import 'javascript:${HIT}'; * { background: url(x) }</style>`,
  `<div style="background:url(javascript:${HIT});width:expression(${HIT})">text</div>`,
  `<link rel=stylesheet href="data:text/css,*{display:none}"><base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${HIT}">`,
  `<body onload=${HIT}><input autofocus onfocus=${HIT}><details open ontoggle=${HIT}>`,
  `<video><source onerror=${HIT}></video><audio src=x onerror=${HIT}>`,
  `<marquee onstart=${HIT}>text</marquee><select autofocus onfocus=${HIT}></select>`,
  `<form action="javascript:${HIT}"><button formaction="javascript:${HIT}">press</button></form>`,
  `<xmp><img src=x onerror=${HIT}></xmp><plaintext><img src=x onerror=${HIT}>`,
  `<!--><img src=x onerror=${HIT}>--><![CDATA[<img src=x onerror=${HIT}>]]>`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "<script>${HIT}</script>">]>&y;`,
  `&lt;script&gt;${HIT}&lt;/script&gt;`,
  `<p id="main" class="fixed inset-0 z-50" name="cookie">text</p>`,
  `<table background="javascript:${HIT}"><td background="javascript:${HIT}" colspan=9e9>cell</table>`,
];

const TAGS =
  /^(p|div|br|hr|h[234]|blockquote|[uo]l|li|a|strong|em|u|s|img|table|caption|thead|tbody|t[rhd])$/;
const ATTRIBUTES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/,
  rel: /^noopener$/,
  src: /^(\/pictures\/|\/uploads\/|https:\/\/)/,
  alt: /^/,
  width: /^\d{1,4}$/,
  height: /^\d{1,4}$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  colspan: /^\d{1,2}$/,
  rowspan: /^\d{1,2}$/,
  start: /^\d{1,2}$/,
};

/**
 * What of stored HTML is not of the allowed kind. Reads tags as a browser does at the worst: each
 * `<` opens one.
 */
export function strangeParts(html: string): string[] {
  return [...html.matchAll(/<([^>]*)>?/g)].flatMap(([whole, inside = '']) => {
    const [, , name = '', rest = ''] = /^(\/?)([^\s/>]*)([\s\S]*)$/.exec(inside) ?? [];
    if (!TAGS.test(name) || !whole.endsWith('>')) return [whole];
    const left = rest.replace(
      /\s+([a-z]+)="([^"<>]*)"/g,
      (attribute, key: string, value: string) => (ATTRIBUTES[key]?.test(value) ? '' : attribute),
    );
    return left.replace(/^\s*\/?$/, '') === '' ? [] : [whole];
  });
}
