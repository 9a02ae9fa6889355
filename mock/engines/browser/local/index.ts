export { findLaunchCommand } from './launch-command.ts';
export { createLocalBrowser } from './local-browser.ts';
