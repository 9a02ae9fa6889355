import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

// In development the platform is in the page: a service worker hands it what the page asks for.
if (import.meta.env.DEV) {
  const { startPlatform } = await import('./mock.ts');
  await startPlatform();
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
