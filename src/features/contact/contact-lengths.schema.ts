// In its own file, so that browsers get it without the validation library.

/** The most characters of the name of who sends a message, and of the message. */
export const LONGEST_SENDER_NAME = 200;
export const LONGEST_MESSAGE = 10_000;

/** An email address as `contactMessage` takes it; browsers alone take more. */
export const EMAIL_PATTERN = String.raw`(?:[\w'+\-]+\.)*[\w'+\-]*[\w+\-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}`;
