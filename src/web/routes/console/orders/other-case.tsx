import { useLocation } from 'react-router';
import { listParams } from '../../../pagination.ts';
import { Link } from '../../../ui/link.tsx';

/** Says that tags are exact, and leads to those that differ in upper and lower case only. */
export function OtherCase({ tag, tags }: { tag: string; tags: string[] }) {
  const { search } = useLocation();
  const others = tags.filter((other) => other !== tag && other.toLowerCase() === tag.toLowerCase());
  const addressOf = (other: string) => {
    const params = listParams(search, 'after');
    params.set('tag', other);
    return `?${params}`;
  };
  return (
    <p className="w-full text-sm text-ink-soft">
      Tags are exact: upper and lower case differ.
      {others.map((other) => (
        <Link key={other} to={addressOf(other)} className="link ml-2">
          Show “{other}”
        </Link>
      ))}
    </p>
  );
}
