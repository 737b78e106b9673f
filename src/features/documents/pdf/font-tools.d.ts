// Types of two packages that have none, as far as they are used.

declare module 'fontverter' {
  export function convert(font: Buffer, format: 'truetype'): Promise<Buffer>;
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'sfnt';
      variationAxes: Record<string, number>;
      noHinting: boolean;
    },
  ): Promise<Buffer>;
}
