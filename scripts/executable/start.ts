import process from 'node:process';

/** Starts the command of an executable file, or a program in it that has a process of its own. */
const { TOUCHSTONE_PROGRAM: program } = process.env;
await (program === undefined ? import('../touchstone.ts') : import(program));
