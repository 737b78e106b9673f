import type {
  ForeseenUndo,
  ImportInput,
  ImportResult,
} from '#features/product-management/import.schema.ts';
import type { JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { Act, JobActions } from '../../../components/console/job/job-actions.tsx';

const UNDO = {
  label: 'Undo import',
  title: 'Undo this import?',
  description:
    'Products that it added are archived, and products that it changed get their earlier values back. Products that were sold or edited since stay as they are, and are listed.',
};

/** The actions that are possible for an import in its state. */
export function ImportActions({
  job: { status, fileId },
  input,
  result,
  isChanged,
  foreseen,
}: {
  job: JobView;
  input: ImportInput;
  result: Partial<ImportResult>;
  /** Whether the choices of the form differ from those of the check, which the import follows. */
  isChanged: boolean;
  foreseen: ForeseenUndo | null;
}) {
  const { added = 0, changed = 0 } = result;
  const count = added + changed;
  return (
    <JobActions
      status={status}
      name={input.dryRun ? 'check' : 'import'}
      undo={!input.dryRun && count > 0 ? UNDO : null}
      foreseen={foreseen}
    >
      {input.dryRun && status === 'done' && count > 0 && fileId !== null ? (
        <>
          {isChanged ? (
            <p id="changed-choices" className="text-sm">
              You changed the choices below. Check the file again first.
            </p>
          ) : null}
          <Act intent="import" look="accent" disabledBecause={isChanged ? 'changed-choices' : null}>
            Import {counted(count, 'product')}
          </Act>
        </>
      ) : null}
    </JobActions>
  );
}
