/** The state of the editor: the saved values, the typed ones, and the steps of the grid to undo. */
import type { Draft, DraftImage, FieldName, Sheet } from './draft.ts';
import { mergeDrafts } from './merge.ts';

/** How many steps of the grid can be undone. */
const MOST_STEPS = 100;

export interface EditorState {
  /** The last saved version of the product that this page knows. */
  base: Draft;
  version: number;
  draft: Draft;
  past: Sheet[];
  future: Sheet[];
}

export type EditorAction =
  | { type: 'field'; name: FieldName; value: string }
  | { type: 'images'; images: DraftImage[]; sheet?: Sheet }
  | { type: 'related'; related: string[] }
  /** The typed details: formatted, and as plain text. */
  | { type: 'description'; text: string; html: string }
  | { type: 'sheet'; sheet: Sheet }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'discard' }
  /** Continues from another saved version. */
  | { type: 'rebase'; base: Draft; version: number; draft: Draft }
  | { type: 'saved'; sent: Draft; product: Draft; version: number };

export function initialState(base: Draft, version: number, draft = base): EditorState {
  return { base, version, draft, past: [], future: [] };
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
    case 'images': {
      const changed = action.sheet ? withSheet(state, action.sheet) : state;
      return withDraft(changed, { images: action.images });
    }
    case 'related':
      return withDraft(state, { related: action.related });
    case 'description': {
      const { text: descriptions, html: descriptionHtml } = action;
      return withDraft(state, { fields: { ...draft.fields, descriptions, descriptionHtml } });
    }
    case 'sheet':
      return withSheet(state, action.sheet);
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
        mergeDrafts(action.sent, draft, action.product),
      );
  }
}

function withDraft(state: EditorState, change: Partial<Draft>): EditorState {
  return { ...state, draft: { ...state.draft, ...change } };
}

function withSheet(state: EditorState, sheet: Sheet): EditorState {
  const before = state.draft.sheet;
  if (before === sheet) return state;
  const past = [...state.past, before].slice(-MOST_STEPS);
  return { ...withDraft(state, { sheet }), past, future: [] };
}

function step(
  state: EditorState,
  from: Sheet[],
  to: Sheet[],
  direction: 'past' | 'future',
): EditorState {
  const sheet = from.at(-1);
  if (!sheet) return state;
  const rest = from.slice(0, -1);
  const other = [...to, state.draft.sheet];
  const steps =
    direction === 'past' ? { past: rest, future: other } : { past: other, future: rest };
  return { ...withDraft(state, { sheet }), ...steps };
}
