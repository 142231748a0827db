import { words } from './words.ts';

export const t = words({
  aiUnavailable: 'AI service is temporarily unavailable. Please try again later.',
});
