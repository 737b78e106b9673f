import { createElement, type SVGProps } from 'react';

/** An icon as Lucide describes it: the elements within its `svg`, each with its attributes. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Replaces Lucide's own `createLucideIcon` in the build (vite.config.ts). Lucide's has options that
 * the shop does not use, and is 1 KB of every page's script.
 */
export default function createIcon({ node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
