/** The demo shop's named colors, for every garment, trim and accent. */
export const palette = {
  Chalk: '#f3f0e8',
  Bone: '#e6dccb',
  Butter: '#ecd595',
  Sand: '#cfb994',
  Stone: '#a9a397',
  Silver: '#c3c7ca',
  Slate: '#5f6b75',
  Charcoal: '#43444a',
  Ink: '#272b36',
  Navy: '#2c3c5c',
  Denim: '#55769c',
  Sky: '#a8c4d8',
  Pine: '#2f4f45',
  Moss: '#6d7650',
  Sage: '#a5b398',
  Ochre: '#cb9a41',
  Tan: '#b98654',
  Clay: '#c58b6d',
  Rust: '#ad5431',
  Brick: '#91423a',
  Rose: '#d9aaa3',
  Plum: '#61394f',
  Lilac: '#b5a8c9',
  Cocoa: '#5e4436',
} as const;

export type ColorName = keyof typeof palette;
