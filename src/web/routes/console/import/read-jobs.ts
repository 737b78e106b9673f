import { nameAccounts, shownName } from '#features/accounts/accounts.ts';
import type { JobKind, JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { listJobs } from '#features/staff-jobs/staff-jobs.ts';
import { readListPage } from '../../../components/console/list-pages.tsx';
import { orErrorPage } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';

/** The page that an address asks for of the jobs of these kinds, each with who started it. */
export async function readJobs(
  { ctx, actor }: Visit,
  kinds: JobKind[],
  params: URLSearchParams,
): Promise<{ jobs: (JobView & { by: string })[]; pages: { limit: number; next: string | null } }> {
  const page = readListPage(params);
  const { items, next } = await orErrorPage(listJobs(ctx, actor, kinds, page));
  const ids = items.map(({ createdBy }) => createdBy);
  const names = await orErrorPage(nameAccounts(ctx, actor, ids));
  const jobs = items.map((job) => ({ ...job, by: shownName(names, job.createdBy) }));
  return { jobs, pages: { limit: page.limit, next } };
}
