/** The Git server in a process of its own: it says where it is, and how many bytes it had at most whenever it is asked. */
import process from 'node:process';
import { startRepositoryServer } from './repository-server.ts';

const { url } = await startRepositoryServer();
process.on('disconnect', () => process.exit());
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024));
process.send?.(url);
