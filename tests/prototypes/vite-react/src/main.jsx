import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.jsx';
import './style.css';

// Read before the first paint, as many apps do: without storage the page would stay empty.
document.documentElement.dataset.theme = localStorage.getItem('tideline.theme') ?? 'light';

createRoot(document.getElementById('root')).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
