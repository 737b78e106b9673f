import { z } from 'zod';

/** Where uploaded images are stored. */
export type ImageStore =
  | { name: 'disk' }
  | {
      name: 's3';
      bucket: string;
      region: string;
      /** The address of a compatible server; null: Amazon's. */
      endpoint: string | null;
      accessKeyId: string;
      secretAccessKey: string;
      /** The bucket's address for browsers; null: the endpoint. */
      publicUrl: string | null;
    }
  | {
      name: 'imgbb';
      key: string;
      /** Another address of ImgBB's call; null: ImgBB's own. */
      url: string | null;
    };

const address = (what: string) =>
  z
    .string()
    .refine(isPlainAddress, `must be an address such as ${what}, without a question mark`)
    .transform((text) => text.replace(/\/+$/, ''));

/** Addresses from which browsers load images: https, or this machine for trying it out. */
const isForBrowsers = (url: string) =>
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))/.test(url);

const word = z.string().regex(/^[\x21-\x7e]+$/, 'must have no spaces or line breaks');

/** The environment variables for storing images. */
export const imageVariables = {
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  S3_REGION: z.string().regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1'),
  S3_ENDPOINT: address('https://s3.example.com'),
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
  S3_PUBLIC_URL: address('https://pictures.shop.example'),
  IMGBB_KEY: word,
  IMGBB_URL: address('https://api.imgbb.com/1/upload'),
};

type ImageEnvironment = { [name in keyof typeof imageVariables]?: string | undefined };

/** The image store that these variables describe, and one line for each error in them. */
export function readImageStore(env: ImageEnvironment): {
  store: ImageStore;
  faults: string[];
} {
  const faults: string[] = [];
  const { S3_BUCKET: bucket, IMGBB_KEY: key } = env;
  if (bucket && key) faults.push('S3_BUCKET and IMGBB_KEY must not both be set.');
  if (bucket) {
    const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
    if (!accessKeyId) faults.push('S3_ACCESS_KEY_ID must be set with S3_BUCKET.');
    if (!secretAccessKey) faults.push('S3_SECRET_ACCESS_KEY must be set with S3_BUCKET.');
    const served = env.S3_PUBLIC_URL ?? env.S3_ENDPOINT;
    if (served && !isForBrowsers(served)) {
      faults.push('S3_PUBLIC_URL must be an https address, where browsers find the bucket.');
    }
    const store: ImageStore = {
      name: 's3',
      bucket,
      region: env.S3_REGION ?? 'us-east-1',
      endpoint: env.S3_ENDPOINT ?? null,
      accessKeyId,
      secretAccessKey,
      publicUrl: env.S3_PUBLIC_URL ?? null,
    };
    return { store, faults };
  }
  const lonely = Object.entries(env).find(([name, value]) => value && name.startsWith('S3_'));
  if (lonely) faults.push(`S3_BUCKET must be set with ${lonely[0]}.`);
  if (env.IMGBB_URL && !isForBrowsers(env.IMGBB_URL)) {
    faults.push('IMGBB_URL must be an https address.');
  }
  if (key) return { store: { name: 'imgbb', key, url: env.IMGBB_URL ?? null }, faults };
  if (env.IMGBB_URL) faults.push('IMGBB_KEY must be set with IMGBB_URL.');
  return { store: { name: 'disk' }, faults };
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && !search && !hash && !username && !text.includes('?');
}
