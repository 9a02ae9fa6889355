/** Loaded before `conform`: prints the processor time of the process itself, in seconds. */
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`processor-seconds ${(user + system) / 1e6}\n`);
});
