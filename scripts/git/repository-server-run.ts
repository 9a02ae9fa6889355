/** Runs the Git server in its own process. It prints its URL, and its peak memory on request. */
import process from 'node:process';
import { startRepositoryServer } from './repository-server.ts';

const { url } = await startRepositoryServer();
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024));
process.send?.(url);
