// Without the validation library, for browsers.
import { HOUR_MS } from '#shared/durations.ts';

/** How long an emailed link works. */
export const LINK_LASTS_MS = HOUR_MS;

const hours = LINK_LASTS_MS / HOUR_MS;
/** `LINK_LASTS_MS` in words. */
export const LINK_LASTS = hours === 1 ? 'an hour' : `${hours} hours`;

/** Why a link does not work, after 'It' or 'That link'. */
export const LINK_ENDED = `has already been used, or is more than ${LINK_LASTS} old.`;
/** Why a link does not work that its account has to be signed in for. */
export const OWN_LINK_ENDED = `has already been used, is more than ${LINK_LASTS} old, or belongs to another account.`;
