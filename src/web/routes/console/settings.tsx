import type { SettingGroup, SettingPlace } from '#features/settings/settings.schema.ts';
import { listSettings } from '#features/settings/settings.ts';
import { ConsoleHeading } from '../../components/console/console-heading.tsx';
import { settingPages } from '../../components/console/setting-pages.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/settings.ts';

export const meta = () =>
  privatePage('Settings', 'What the shop is set to, and where to change it.');

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const { ctx, actor, environment } = visit;
  return { groups: listSettings(ctx, actor, environment) };
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { groups } = loaderData;
  return (
    <div className="max-w-6xl px-4 pb-8 lg:px-6">
      <ConsoleHeading
        title="Settings"
        about="What the shop is set to now, and where to change it. This page changes nothing."
      />
      <Pages />
      <Contents groups={groups} />
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </div>
  );
}

function Pages() {
  return (
    <section aria-labelledby="in-the-console" className="mb-6">
      <h2 id="in-the-console" className="mb-2 font-sans text-base font-semibold">
        Set in the console
      </h2>
      <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
        {settingPages.map(({ label, to, about }) => (
          <li key={label} className="py-1.5 text-sm">
            <Link to={to} className="link inline-block py-1 font-medium">
              {label}
            </Link>
            <p className="text-ink-soft">{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const idOf = ({ title }: SettingGroup) => title.toLowerCase().replaceAll(' ', '-');

function Contents({ groups }: { groups: SettingGroup[] }) {
  return (
    <nav aria-label="Groups of settings" className="mb-6 border-y border-line py-2">
      <ul className="flex flex-wrap gap-x-4">
        {groups.map((group) => (
          <li key={group.title}>
            <a
              href={`#${idOf(group)}`}
              className="link flex min-h-11 items-center text-sm lg:min-h-8"
            >
              {group.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const placeWords: Record<SettingPlace, string> = {
  'shop.config.ts': 'Change them in the file shop.config.ts, then build and start the shop again.',
  environment: 'Change them as environment variables, then start the shop again.',
};

function Group({ group }: { group: SettingGroup }) {
  const { title, place, docs, settings } = group;
  const id = idOf(group);
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="scroll-mt-20 font-sans text-base font-semibold">
        {title}
      </h2>
      <p className="mb-2 text-sm text-ink-soft">
        {placeWords[place]} More: <code>{docs.file}</code>, “{docs.part}”.
      </p>
      <dl className="border-t border-line text-sm">
        {settings.map(({ name, about, value }) => (
          <div
            key={name}
            id={name}
            className="scroll-mt-20 gap-x-4 border-b border-line py-2 target:bg-accent-tint md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)] md:px-2"
          >
            <dt>
              {about}
              <code className="block text-xs text-ink-soft">{name}</code>
            </dt>
            <dd className="font-medium whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
