import { type Address, type AddressView, toAddress } from './addresses.schema.ts';
import { countryName, formatParts, localRegion, OTHER_SCRIPT } from './country-formats.ts';
import { formatPhone } from './phone.ts';

/** An address with what pages print of it. */
export function viewAddress(address: Address): AddressView {
  return {
    ...toAddress(address),
    lines: addressLines(address),
    countryName: countryName(address.country),
    phoneText: address.phone && formatPhone(address.phone),
  };
}

/**
 * The lines of a label, by the format of the country: without empty lines, and without the
 * separators of parts that are absent. The country is the last line.
 */
export function addressLines(address: Address): string[] {
  const { country, region } = address;
  // Addresses in another script have a different order.
  const latin = !OTHER_SCRIPT.test(address.line1);
  const printed = latin || !region ? address : { ...address, region: localRegion(country, region) };
  const lines = formatParts(country, latin)
    .map((part) => (part === '%n' ? '\n' : (textOf(printed, part) ?? part)))
    .join('')
    .split('\n')
    .map(tidy);
  return [...lines.filter((line) => line !== ''), countryName(country)];
}

/** The value of one part of a format; undefined for plain text. */
function textOf(address: Address, part: string): string | undefined {
  switch (part) {
    case '%N':
      return address.recipient;
    case '%O':
      return address.company ?? '';
    case '%A':
      return [address.line1, address.line2].filter(Boolean).join('\n');
    case '%C':
      return address.city ?? '';
    case '%S':
      return address.region ?? '';
    case '%Z':
      return address.postcode ?? '';
    default:
      return part.startsWith('%') ? '' : undefined;
  }
}

const SEPARATORS = ' ,/–-';

// These are loops, because a regular expression takes cubic time for a part of separators alone.
function startOfText(line: string): number {
  let start = 0;
  while (start < line.length && SEPARATORS.includes(line.charAt(start))) start += 1;
  return start;
}

function endOfText(line: string): number {
  let end = line.length;
  while (end > 0 && SEPARATORS.includes(line.charAt(end - 1))) end -= 1;
  return end;
}

/** Removes separators at both ends, and repeated ones. */
function tidy(line: string): string {
  return line.slice(startOfText(line), endOfText(line)).replace(/ {2,}/g, ' ').replace(/ ,/g, ',');
}
