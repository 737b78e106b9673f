/**
 * Controls of the console: as large as in the shop on touch screens, dense on a laptop. Beside compact
 * rows they are 28 pixels high.
 */
export const DENSE_BUTTON = 'lg:min-h-9 lg:px-3 lg:py-1 lg:text-sm compact:min-h-7 compact:py-0';
export const DENSE_CONTROL = 'control lg:min-h-9 lg:py-1 lg:text-sm compact:min-h-7 compact:py-0';
/** The label above a control. */
export const DENSE_LABEL = 'mb-1 block text-sm text-ink-soft lg:text-xs compact:mb-0';
