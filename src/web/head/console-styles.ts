import href from '../styles/console.css?url';

/** The `links` of a page that shows parts of the console. No other page has these styles. */
export const consoleStyles = () => [{ rel: 'stylesheet', href }];
