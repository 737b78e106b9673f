import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '#features/app-env.ts';
import { AppError } from '#shared/errors.ts';

/** Answers 405 with `Allow` where a call's path is asked by a method it doesn't have. Mount it after the calls. */
export function refuseOtherMethods(app: OpenAPIHono<AppEnv>): void {
  const allowed = new Map<string, string[]>([['/api/auth/*', ['GET', 'POST']]]);
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const path = definition.route.path.replace(/\{(\w+)\}/g, ':$1');
    const methods = allowed.get(path) ?? [];
    allowed.set(path, [...methods, definition.route.method.toUpperCase()]);
  }
  for (const [path, methods] of allowed) {
    app.all(path, (c) => {
      c.header('Allow', methods.join(', '));
      throw new AppError('method_not_allowed', `Here one can ask for: ${methods.join(', ')}.`);
    });
  }
}
