export { createLocalPython } from './local-python.ts';
