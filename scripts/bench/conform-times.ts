/** Loaded before `conform`: says what the process itself took of the processor, in seconds. */
process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`processor-seconds ${(user + system) / 1e6}\n`);
});
