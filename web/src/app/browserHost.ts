import { logout } from '../features/identity/account/sessionApi.ts';
import type { Host } from '../lib/host.ts';
import { LiveLost } from './shell/LiveLost.tsx';

export const browserHost: Host = {
  home: '/dashboard',
  signIn: '/login',
  afterSignOut: '/',
  signOut: logout,
  channel: '/api/events',
  verifyPins: async (...looked) =>
    (await import('../features/pins/verificationApi.ts')).verifyPins(...looked),
  Notices: LiveLost,
};
