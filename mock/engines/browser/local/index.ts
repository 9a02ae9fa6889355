export { createLocalBrowser } from './local-browser.ts';
