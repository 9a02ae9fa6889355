export { createLocalPython } from './host/hosted-python.ts';
