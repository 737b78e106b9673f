import type { ReactNode } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import type { SavedView } from '#features/saved-views/saved-views.schema.ts';
import { LONGEST_VIEW_NAME } from '#features/saved-views/view-name.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL, DENSE_LABEL } from '../../../components/console/dense.ts';
import { Dropdown } from '../../../components/console/dropdown.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { viewParams } from './view-params.ts';

const statuses = [
  { id: 'all', name: 'All', params: '' },
  ...(['active', 'draft', 'scheduled', 'archived'] as const).map((id) => ({
    id,
    name: productStatusLabels[id],
    params: `status=${id}`,
  })),
];

/** Links to the lists by status and the saved views, and a form to save the current view. */
export function ViewBar({ views, children }: { views: SavedView[]; children: ReactNode }) {
  const { search } = useLocation();
  const shown = viewParams(search);
  const all = [...statuses, ...views];
  const current = views.find(({ params }) => params === shown);
  const isKnown = all.some(({ params }) => params === shown);
  return (
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
      {current ? <DeleteView view={current} /> : null}
      <div className="ml-auto">{children}</div>
    </div>
  );
}

function SaveView() {
  return (
    <Dropdown label="Save view">
      <Form method="post" className="grid gap-3">
        <div>
          <label htmlFor="view-name" className={DENSE_LABEL}>
            Name of this view
          </label>
          <input
            id="view-name"
            name="name"
            required
            maxLength={LONGEST_VIEW_NAME}
            autoComplete="off"
            className={DENSE_CONTROL}
          />
        </div>
        <p className="text-xs text-ink-soft">All staff see it. It holds filters and sort.</p>
        <Button name="intent" value="save-view" className={DENSE_BUTTON}>
          Save
        </Button>
      </Form>
    </Dropdown>
  );
}

function DeleteView({ view }: { view: SavedView }) {
  return (
    <Dropdown label="Delete view">
      <Form method="post" className="grid gap-3">
        <p className="text-sm">
          The view “{view.name}” goes for all staff. Its products stay as they are.
        </p>
        <input type="hidden" name="id" value={view.id} />
        <Button look="danger" name="intent" value="delete-view" className={DENSE_BUTTON}>
          Delete “{view.name}”
        </Button>
      </Form>
    </Dropdown>
  );
}
