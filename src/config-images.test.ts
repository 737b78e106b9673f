import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('images', () => {
  const s3 = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test('are kept on disk, in S3 as soon as a bucket is named, at ImgBB with a key', () => {
    expect(readConfig({}).images).toEqual({ name: 'disk' });
    expect(readConfig(s3).images).toEqual({
      name: 's3',
      bucket: 'images',
      region: 'us-east-1',
      endpoint: null,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: null,
    });
    expect(readConfig({ IMGBB_KEY: 'key' }).images).toEqual({
      name: 'imgbb',
      key: 'key',
      url: null,
    });
  });

  test("of a server of one's own have its addresses, without a slash at the end", () => {
    const own = {
      ...s3,
      S3_REGION: 'home-1',
      S3_ENDPOINT: 'http://minio:9000/',
      S3_PUBLIC_URL: 'https://pictures.shop.example/all/',
    };
    expect(readConfig(own).images).toMatchObject({
      region: 'home-1',
      endpoint: 'http://minio:9000',
      publicUrl: 'https://pictures.shop.example/all',
    });
  });

  test.each(['http://localhost:9000', 'http://127.0.0.1:9000'])('may lie at %s', (endpoint) => {
    expect(readConfig({ ...s3, S3_ENDPOINT: endpoint }).images).toMatchObject({ endpoint });
  });

  test.each([
    [{ ...s3, S3_ACCESS_KEY_ID: '' }, /^S3_ACCESS_KEY_ID must be set with S3_BUCKET\.$/],
    [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY must be set with S3_BUCKET\.$/],
    [{ ...s3, IMGBB_KEY: 'key' }, /^S3_BUCKET and IMGBB_KEY must not both be set\.$/],
    [{ ...s3, S3_BUCKET: '' }, /^S3_BUCKET must be set with S3_ACCESS_KEY_ID\.$/],
    [{ ...s3, S3_ENDPOINT: 'http://minio:9000' }, /^S3_PUBLIC_URL must be an https address/],
    [{ ...s3, S3_PUBLIC_URL: 'http://cdn.example' }, /^S3_PUBLIC_URL must be an https address/],
    [{ ...s3, S3_ENDPOINT: 'http://localhost.evil.example' }, /^S3_PUBLIC_URL must be an https/],
    [{ IMGBB_KEY: 'x', IMGBB_URL: 'http://img.example' }, /^IMGBB_URL must be an https address\.$/],
    [{ IMGBB_URL: 'https://img.example' }, /^IMGBB_KEY must be set with IMGBB_URL\.$/],
  ])('by %o are refused', (env, line) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(line);
  });
});
