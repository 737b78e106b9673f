// In its own file, so that browsers get it without the validation library.

/** The most characters of the name of who sends a message, and of the message. */
export const LONGEST_SENDER_NAME = 200;
export const LONGEST_MESSAGE = 10_000;
