import { counted } from '#shared/counted.ts';

/** How far a boost moves products in a search, such as '2 steps up'. */
export function describeSteps(steps: number): string {
  return `${counted(Math.abs(steps), 'step')} ${steps > 0 ? 'up' : 'down'}`;
}
