import { expect, test } from 'vitest';
import { addressInput, estimateInput } from './address-input.ts';
import { addressLines } from './address-lines.ts';
import { addressForm, cityOf, countryCodes } from './country-formats.ts';

// Addresses of real formats. The first line of each row is what is typed, in the order of the form.
const real: [country: string, typed: Record<string, string>, label: string[], phone: string][] = [
  [
    'AE',
    { line1: '8 Al Wasl Road', region: 'Dubai', phone: '050 123 4567' },
    ['8 Al Wasl Road', 'Dubai', 'United Arab Emirates'],
    '+971501234567',
  ],
  [
    'AU',
    {
      line1: '12 Crown St',
      city: 'Surry Hills',
      region: 'New South Wales',
      postcode: '2010',
      phone: '0412 345 678',
    },
    ['12 Crown St', 'Surry Hills NSW 2010', 'Australia'],
    '+61412345678',
  ],
  [
    'BD',
    { line1: '12 Agrabad Avenue', city: 'Chattogram', postcode: '4100', phone: '01712-345678' },
    ['12 Agrabad Avenue', 'Chattogram - 4100', 'Bangladesh'],
    '+8801712345678',
  ],
  [
    'BR',
    {
      line1: 'Rua Augusta 1500',
      city: 'São Paulo',
      region: 'SP',
      postcode: '01304-001',
      phone: '11 96123-4567',
    },
    ['Rua Augusta 1500', 'São Paulo-SP', '01304-001', 'Brazil'],
    '+5511961234567',
  ],
  [
    'CA',
    {
      line1: '111 Queen St E',
      city: 'Toronto',
      region: 'ON',
      postcode: 'm5c 1s2',
      phone: '416 555 0123',
    },
    ['111 Queen St E', 'Toronto ON M5C 1S2', 'Canada'],
    '+14165550123',
  ],
  [
    'CN',
    {
      line1: '建国路88号',
      city: '朝阳区',
      region: 'Beijing Shi',
      postcode: '100022',
      phone: '138 1234 5678',
    },
    ['100022', '北京市朝阳区', '建国路88号', 'Ann Lee', 'China'],
    '+8613812345678',
  ],
  [
    'DE',
    {
      company: 'Muster GmbH',
      line1: 'Torstraße 1',
      city: 'Berlin',
      postcode: '10119',
      phone: '030 123456',
    },
    ['Muster GmbH', 'Torstraße 1', '10119 Berlin', 'Germany'],
    '+4930123456',
  ],
  [
    'ES',
    {
      line1: 'Calle Mayor 5',
      line2: '2º B',
      city: 'Madrid',
      region: 'Madrid',
      postcode: '28013',
      phone: '612 34 56 78',
    },
    ['Calle Mayor 5', '2º B', '28013 Madrid Madrid', 'Spain'],
    '+34612345678',
  ],
  [
    'FR',
    { line1: '1 rue de Rivoli', city: 'Paris', postcode: '75001', phone: '06 12 34 56 78' },
    ['1 rue de Rivoli', '75001 Paris', 'France'],
    '+33612345678',
  ],
  [
    'GB',
    { line1: '10 High Street', city: 'Oxford', postcode: 'ox1 4ag', phone: '07911 123456' },
    ['10 High Street', 'Oxford', 'OX1 4AG', 'United Kingdom'],
    '+447911123456',
  ],
  [
    'HK',
    { line1: '1 Nathan Road', city: 'Tsim Sha Tsui', region: 'Kowloon', phone: '5123 4567' },
    ['1 Nathan Road', 'Tsim Sha Tsui', 'Kowloon', 'Hong Kong SAR China'],
    '+85251234567',
  ],
  [
    'IE',
    {
      line1: '5 Dame Street',
      city: 'Dublin 2',
      region: 'Co. Dublin',
      postcode: 'D02 AF30',
      phone: '085 012 3456',
    },
    ['5 Dame Street', 'Dublin 2', 'Co. Dublin', 'D02 AF30', 'Ireland'],
    '+353850123456',
  ],
  [
    'IN',
    {
      line1: '4 MG Road',
      city: 'Bengaluru',
      region: 'Karnataka',
      postcode: '560001',
      phone: '098765 43210',
    },
    ['4 MG Road', 'Bengaluru 560001', 'Karnataka', 'India'],
    '+919876543210',
  ],
  [
    'IT',
    { line1: 'Via Roma 3', city: 'Torino', region: 'TO', postcode: '10121', phone: '312 345 6789' },
    ['Via Roma 3', '10121 Torino TO', 'Italy'],
    '+393123456789',
  ],
  [
    'JP',
    {
      line1: '1-2-3 Ginza, Chuo-ku',
      region: 'Tokyo',
      postcode: '104-0061',
      phone: '090-1234-5678',
    },
    ['1-2-3 Ginza, Chuo-ku, Tokyo', '104-0061', 'Japan'],
    '+819012345678',
  ],
  [
    'NL',
    { line1: 'Damrak 1', city: 'Amsterdam', postcode: '1012 lg', phone: '06 12345678' },
    ['Damrak 1', '1012 LG Amsterdam', 'Netherlands'],
    '+31612345678',
  ],
  [
    'NZ',
    { line1: '1 Queen St', city: 'Auckland', postcode: '1010', phone: '021 123 4567' },
    ['1 Queen St', 'Auckland 1010', 'New Zealand'],
    '+64211234567',
  ],
  [
    'SE',
    { line1: 'Drottninggatan 1', city: 'Stockholm', postcode: '111 51', phone: '070-123 45 67' },
    ['Drottninggatan 1', 'SE-111 51 Stockholm', 'Sweden'],
    '+46701234567',
  ],
  [
    'SG',
    { line1: '8 Orchard Road', line2: '#03-02', postcode: '238801', phone: '8123 4567' },
    ['8 Orchard Road', '#03-02', 'SINGAPORE 238801', 'Singapore'],
    '+6581234567',
  ],
  [
    'US',
    {
      line1: '1 Main St',
      city: 'Los Angeles',
      region: 'California',
      postcode: '90001',
      phone: '(213) 373-4253',
    },
    ['1 Main St', 'Los Angeles, CA 90001', 'United States'],
    '+12133734253',
  ],
];

test.each(real)(
  'an address in %s is read and printed as it is there',
  (country, typed, label, phone) => {
    const asked = addressForm(country, 'shipping').fields.map(({ name }) => name);
    expect(asked).toEqual(expect.arrayContaining(Object.keys(typed)));
    const read = addressInput.parse({ recipient: ' Ann  Lee ', country, ...typed });
    expect(read).toMatchObject({ recipient: 'Ann Lee', country, phone });
    const lines = addressLines(read);
    expect(lines.filter((line) => line !== 'Ann Lee')).toEqual(
      label.filter((l) => l !== 'Ann Lee'),
    );
    expect(lines).toContain('Ann Lee');
  },
);

const faults = (typed: object) =>
  Object.fromEntries(
    (addressInput.safeParse(typed).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]),
  );

test('what is missing or wrong is named, in the words of the country', () => {
  expect(faults({ country: 'US' })).toEqual({
    recipient: 'A name is needed.',
    line1: 'A street address is needed.',
    city: 'A city is needed.',
    region: 'A state is needed.',
    postcode: 'A ZIP code is needed.',
    phone: 'A phone number is needed.',
  });
  expect(Object.keys(faults({ country: 'SG' }))).toEqual([
    'recipient',
    'line1',
    'postcode',
    'phone',
  ]);
  const here = { recipient: 'A', line1: 'B', city: 'C', country: 'BD', phone: '01712345678' };
  expect(faults(here)).toEqual({});
  expect(faults({ ...here, postcode: '40000' })).toEqual({
    postcode: 'This does not look like one of that country, such as 1340.',
  });
  expect(Object.keys(faults({ ...here, phone: '555' }))).toEqual(['phone']);
  // Another country's number, with its code.
  expect(faults({ ...here, phone: '+44 7911 123456' })).toEqual({});
  expect(Object.keys(faults({ ...here, country: 'XX' }))).toEqual(['country']);
  expect(
    Object.keys(faults({ ...here, phone: '+8801712345678', country: 'AE', region: 'Texas' })),
  ).toEqual(['region']);
  expect(Object.keys(faults({ ...here, line1: 'x'.repeat(121), city: 'y'.repeat(2_000) }))).toEqual(
    ['line1', 'city'],
  );
});

test.each([
  [{ country: 'GB', city: ' London ', postcode: 'sw1a 1aa' }, ['London', null, 'SW1A 1AA']],
  [{ country: 'HK', city: 'Mong Kok', region: 'Kowloon' }, ['Mong Kok', 'Kowloon', null]],
  [{ country: 'SG', city: 'Singapore', postcode: '018956' }, [null, null, '018956']],
  [{ country: 'AE', region: 'Dubai' }, [null, 'Dubai', null]],
  [{ country: 'US', city: 'LA', region: 'California', postcode: '90001' }, ['LA', 'CA', '90001']],
])('an estimate for %j asks for the place alone, as its country has it', (typed, parts) => {
  const { city, region, postcode } = estimateInput.parse(typed);
  expect([city, region, postcode]).toEqual(parts);
});

test('what an estimate lacks is named as in an address', () => {
  const { error } = estimateInput.safeParse({ country: 'US', city: 'LA', postcode: 'SW1A 1AA' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'A state is needed.',
    'This does not look like one of that country, such as 95014.',
  ]);
});

test('a line break, a space more and what the country does not have are left out', () => {
  const read = addressInput.parse({
    recipient: 'Ann\nLee',
    company: '  ',
    line1: '8  Orchard Road',
    city: 'Singapore',
    region: 'East',
    postcode: '238801',
    country: 'sg',
    phone: '81234567',
  });
  expect(read).toMatchObject({ recipient: 'Ann Lee', company: null, line1: '8 Orchard Road' });
  expect([read.city, read.region, read.country, cityOf(read)]).toEqual([
    null,
    null,
    'SG',
    'Singapore',
  ]);
});

test('a label has no separators of parts that are absent or that are nothing else', () => {
  const typed = { recipient: ',/-'.repeat(30), line1: ' , - 8 Orchard Road, ,', country: 'SG' };
  const rest = { postcode: '238823', phone: '+6561234567' };
  const address = addressInput.parse({ ...typed, ...rest });
  expect(addressLines(address)).toEqual(['8 Orchard Road', 'SINGAPORE 238823', 'Singapore']);
});

test('a number of more digits than are stored is no phone', () => {
  const typed = { recipient: 'Ann', line1: '8 Orchard Road', postcode: '238823', country: 'SG' };
  const read = (phone: string) => addressInput.safeParse({ ...typed, phone }).success;
  expect(read('+6561234567')).toBe(true);
  expect(read('+810037777777777777')).toBe(false);
});

test('the form of every country has a street, and choices that the reader takes', () => {
  expect(countryCodes.length).toBeGreaterThan(240);
  for (const country of countryCodes) {
    const { fields } = addressForm(country, 'shipping');
    expect(
      fields.map(({ name }) => name),
      country,
    ).toContain('line1');
    expect(new Set(fields.map(({ name }) => name)).size, country).toBe(fields.length);
    const regions = fields.find(({ name }) => name === 'region')?.options ?? [];
    expect(
      regions.every(({ value }) => value.length <= 80),
      country,
    ).toBe(true);
  }
});
