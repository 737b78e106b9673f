/** How a grid is used by touch. */
export const TOUCH_HELP = 'Tap a cell to type into it. Swipe sideways for more columns.';
