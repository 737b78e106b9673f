/**
 * The state of the editor: the saved values, the typed ones, and the steps to undo. Variants and
 * images have one history, because variants refer to images.
 */
import type { Draft, DraftImage, FieldName, Sheet } from './draft.ts';
import { keepTyped, mergeDrafts } from './merge.ts';

/** How many steps can be undone. */
const MOST_STEPS = 100;

type Step = Pick<Draft, 'images' | 'sheet'>;

export interface EditorState {
  /** The last saved version of the product that this page knows. */
  base: Draft;
  version: number;
  draft: Draft;
  past: Step[];
  future: Step[];
  /** The field of an image that the last step changed, so that typing on is the same step. */
  typing: string | null;
}

export type EditorAction =
  | { type: 'field'; name: FieldName; value: string }
  | { type: 'images'; images: DraftImage[]; sheet?: Sheet }
  | { type: 'related'; related: string[] }
  /** The typed details: formatted, and as plain text. */
  | { type: 'description'; text: string; html: string }
  | { type: 'sheet'; sheet: Sheet; images?: DraftImage[] | undefined }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'discard' }
  /** Continues from another saved version. */
  | { type: 'rebase'; base: Draft; version: number; draft: Draft }
  | { type: 'saved'; sent: Draft; product: Draft; version: number };

export function initialState(base: Draft, version: number, draft = base): EditorState {
  return { base, version, draft, past: [], future: [], typing: null };
}

export function reduce(state: EditorState, action: EditorAction): EditorState {
  const { draft } = state;
  switch (action.type) {
    case 'field': {
      const fields = { ...draft.fields, [action.name]: action.value };
      // Plain text takes the place of formatted text.
      if (action.name === 'descriptions') fields.descriptionHtml = '';
      return withDraft(state, { fields });
    }
    case 'images':
      return withStep(state, { images: action.images, sheet: action.sheet ?? draft.sheet });
    case 'related':
      return withDraft(state, { related: action.related });
    case 'description': {
      const { text: descriptions, html: descriptionHtml } = action;
      return withDraft(state, { fields: { ...draft.fields, descriptions, descriptionHtml } });
    }
    case 'sheet':
      return withStep(state, { images: action.images ?? draft.images, sheet: action.sheet });
    case 'undo':
      return step(state, state.past, state.future, 'past');
    case 'redo':
      return step(state, state.future, state.past, 'future');
    case 'discard':
      return initialState(state.base, state.version);
    case 'rebase':
      return initialState(action.base, action.version, action.draft);
    case 'saved':
      // Text that was typed while the draft was being saved stays.
      return initialState(
        action.product,
        action.version,
        mergeDrafts(action.sent, draft, action.product, keepTyped),
      );
  }
}

function withDraft(state: EditorState, change: Partial<Draft>): EditorState {
  return { ...state, draft: { ...state.draft, ...change } };
}

function withStep(state: EditorState, next: Step): EditorState {
  const { images, sheet } = state.draft;
  if (images === next.images && sheet === next.sheet) return state;
  const typing = sheet === next.sheet ? changedField(images, next.images) : null;
  const isSameStep = typing !== null && typing === state.typing;
  const past = isSameStep ? state.past : [...state.past, { images, sheet }].slice(-MOST_STEPS);
  return { ...withDraft(state, next), past, future: [], typing };
}

/** The only field of an image that differs; null if more differs than that. */
function changedField(before: DraftImage[], after: DraftImage[]): string | null {
  const changed = after.flatMap((image, index) => {
    const earlier = before[index];
    if (earlier === image) return [];
    if (earlier?.url !== image.url) return [null];
    return (['alt', 'color', 'focus'] as const)
      .filter((field) => earlier[field] !== image[field])
      .map((field) => `${field} of ${image.url}`);
  });
  return before.length === after.length && changed.length === 1 ? (changed[0] ?? null) : null;
}

function step(
  state: EditorState,
  from: Step[],
  to: Step[],
  direction: 'past' | 'future',
): EditorState {
  const next = from.at(-1);
  if (!next) return state;
  const rest = from.slice(0, -1);
  const { images, sheet } = state.draft;
  const other = [...to, { images, sheet }];
  const steps =
    direction === 'past' ? { past: rest, future: other } : { past: other, future: rest };
  return { ...withDraft(state, next), ...steps, typing: null };
}
