import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import type { SavedView, ViewedList } from '#features/saved-views/saved-views.schema.ts';
import { LONGEST_VIEW_NAME } from '#features/saved-views/view-name.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../dense.ts';
import { Dropdown } from '../dropdown.tsx';
import { fixedViews } from './fixed-views.ts';
import { ReplaceQuestion } from './replace-question.tsx';
import { viewParams } from './view-params.ts';

/**
 * Links to the fixed and the saved views of a list, and forms to save the current view, and to rename
 * and delete a saved one. `change-views.ts` handles them.
 */
export function ViewBar({
  list,
  views,
  rows,
  existing,
  children,
}: {
  list: ViewedList;
  views: SavedView[];
  /** What is in the list: 'products'. */
  rows: string;
  /** The view that has the name under which staff tried to save another. */
  existing: SavedView | undefined;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const shown = viewParams(search);
  const all = [...fixedViews[list].map((view) => ({ ...view, id: view.name })), ...views];
  const current = views.find(({ params }) => params === shown);
  const isKnown = all.some(({ params }) => params === shown);
  return (
    <>
      <ReplaceQuestion existing={existing} />
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line">
        <nav aria-label="Views" className="w-full min-w-0 lg:w-auto">
          <ul className="flex overflow-x-auto whitespace-nowrap lg:flex-wrap">
            {all.map(({ id, name, params }) => (
              <li key={id}>
                <Link
                  to={`?${params}`}
                  aria-current={params === shown ? 'true' : undefined}
                  className={classNames(
                    'flex min-h-11 items-center border-b-2 px-3 text-sm lg:min-h-9 compact:min-h-7',
                    params === shown
                      ? 'border-accent font-semibold'
                      : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
                  )}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {isKnown ? null : <SaveView key={shown} />}
        {current ? (
          <>
            <RenameView key={current.name} view={current} />
            <DeleteView view={current} rows={rows} />
          </>
        ) : null}
        {children ? <div className="ml-auto">{children}</div> : null}
      </div>
    </>
  );
}

function SaveView() {
  return (
    <Dropdown label="Save view">
      <Form method="post" className="grid gap-3">
        <NameField label="Name of this view" />
        <p className="text-xs text-ink-soft">
          All staff see it. It holds what the address says, such as filters and sort.
        </p>
        <Button name="intent" value="save-view" className={DENSE_BUTTON}>
          Save
        </Button>
      </Form>
    </Dropdown>
  );
}

function RenameView({ view }: { view: SavedView }) {
  return (
    <Dropdown label="Rename view">
      <Form method="post" className="grid gap-3">
        <NameField label="New name of this view" name={view.name} />
        <input type="hidden" name="id" value={view.id} />
        <Button name="intent" value="rename-view" className={DENSE_BUTTON}>
          Rename
        </Button>
      </Form>
    </Dropdown>
  );
}

function NameField({ label, name }: { label: string; name?: string }) {
  return (
    <div>
      <label htmlFor="view-name" className={DENSE_LABEL}>
        {label}
      </label>
      <input
        id="view-name"
        name="name"
        required
        defaultValue={name}
        maxLength={LONGEST_VIEW_NAME}
        autoComplete="off"
        className={DENSE_CONTROL}
      />
    </div>
  );
}

function DeleteView({ view, rows }: { view: SavedView; rows: string }) {
  return (
    <Dropdown label="Delete view">
      <Form method="post" className="grid gap-3">
        <p className="text-sm">
          The view “{view.name}” goes for all staff. Its {rows} stay as they are.
        </p>
        <input type="hidden" name="id" value={view.id} />
        <Button look="danger" name="intent" value="delete-view" className={DENSE_BUTTON}>
          Delete “{view.name}”
        </Button>
      </Form>
    </Dropdown>
  );
}
