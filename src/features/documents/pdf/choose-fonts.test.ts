import { expect, test } from 'vitest';
import { chooseFonts, withPrintableLetters } from './choose-fonts.ts';

test('a letter that no font has becomes one sign, and all others stay', async () => {
  const text = 'Ann শ্রী र‍य 한국 ア 骨 Ա 👨‍👩‍👧 !';
  expect(withPrintableLetters(text, await chooseFonts(text))).toBe('Ann শ্রী र‍य 한국 ア 骨 � � !');
});

test('characters that several languages have are drawn as in the language of the document', async () => {
  const fontOf = async (text: string) => (await chooseFonts(text)).get('骨')?.bytes.length;
  const [chinese, japanese] = [await fontOf('骨'), await fontOf('骨 の')];
  expect(chinese).not.toBe(japanese);
  expect(await fontOf('骨, Japan')).toBe(japanese);
});
