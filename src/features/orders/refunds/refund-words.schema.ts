// In its own file, so that browsers get it without the validation library.

export const REASON_NEEDED = 'A reason is needed.';
