import { Link } from 'react-router';

/** Says that tags are exact, and leads to those that differ in upper and lower case only. */
export function OtherCase({ tag, tags }: { tag: string; tags: string[] }) {
  const others = tags.filter((other) => other.toLowerCase() === tag.toLowerCase());
  return (
    <p className="w-full text-sm text-ink-soft">
      Tags are exact: upper and lower case differ.
      {others.map((other) => (
        <Link key={other} to={`?${new URLSearchParams({ tag: other })}`} className="link ml-2">
          Show “{other}”
        </Link>
      ))}
    </p>
  );
}
