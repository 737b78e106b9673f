/** ImgBB's documented call, and the images that it was sent. */
import { type FaultyServer, startFaultyServer } from './http-server.ts';

export const IMGBB_KEY = 'key-of-the-tests';

export interface ImgbbServer extends FaultyServer {
  /** By address. */
  images: Map<string, Buffer>;
  /** The address of the call. */
  api: string;
}

export async function startImgbbServer(): Promise<ImgbbServer> {
  const images = new Map<string, Buffer>();
  const server = await startFaultyServer(async ({ method, url, headers, body }) => {
    const json = (status: number, response: object) => ({
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(response),
    });
    const refuse = (status: number, code: number, message: string) =>
      json(status, { status_code: status, error: { message, code }, status_txt: 'Bad Request' });
    const found = images.get(url.href);
    if (method === 'GET' && found) return { status: 200, body: found };
    if (url.pathname !== '/1/upload') return refuse(404, 404, 'Not found.');
    if (url.searchParams.get('key') !== IMGBB_KEY) return refuse(400, 100, 'Invalid API v1 key.');
    if (method !== 'POST') return refuse(400, 130, 'Empty upload source.');
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const image = form.get('image');
    if (!(image instanceof File)) return refuse(400, 130, 'Empty upload source.');
    const id = crypto.randomUUID().slice(0, 7);
    const address = `${url.origin}/${id}/${image.name}`;
    images.set(address, Buffer.from(await image.arrayBuffer()));
    const data = {
      id,
      title: image.name.replace(/\.\w+$/, ''),
      url_viewer: `https://ibb.co/${id}`,
      url: address,
      display_url: address,
      size: image.size,
      time: Math.floor(Date.now() / 1000),
      expiration: 0,
      image: { filename: image.name, mime: image.type, extension: 'webp', url: address },
      delete_url: `https://ibb.co/${id}/${crypto.randomUUID()}`,
    };
    return json(200, { data, success: true, status: 200 });
  });
  return { ...server, images, api: `${server.url}/1/upload` };
}
