import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@stagelink/web/colorScheme.js';
import '@stagelink/web/kit/fonts.css';
import '@stagelink/web/kit/theme.css';
import { App } from './App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id “root”');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
