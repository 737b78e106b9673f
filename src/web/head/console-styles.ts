import href from '../styles/console.css?url';

/** The `links` of a page that shows parts of the console: every other page is without their styles. */
export const consoleStyles = () => [{ rel: 'stylesheet', href }];
