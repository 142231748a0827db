import { Providers } from '../../../kit/Providers.tsx';
import { SignIn } from '../../../features/identity/signIn/SignIn.tsx';
import { MemoryRouter } from '../../../lib/router.ts';

/** The sign-in form, framed by one of our pages, which is notified of the sign-in. */
export function EmbeddedLogin() {
  return (
    <MemoryRouter>
      <Providers>
        <SignIn />
      </Providers>
    </MemoryRouter>
  );
}
