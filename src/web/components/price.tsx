import { formatMinor } from '#shared/money.ts';

/** An amount of minor units with its sign: $29.90. */
export function Price({ minor, className }: { minor: number; className?: string }) {
  return <span className={className ?? 'tabular-nums'}>{dollars(minor)}</span>;
}

/** The same as text, for sentences. */
export function dollars(minor: number): string {
  return `$${formatMinor(minor)}`;
}
