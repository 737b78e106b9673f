import type { ShopConfig } from '#shared/shop-config.ts';

/**
 * The web app manifest: how the shop looks on a home screen. Its colors are those of tokens.css.
 */
export function manifest({ brand, tagline }: ShopConfig) {
  return {
    name: brand,
    short_name: brand,
    description: tagline,
    start_url: '/',
    display: 'browser',
    background_color: '#faf7f1',
    theme_color: '#faf7f1',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}
