import { Providers } from '../../../Providers.tsx';
import { LoginPage } from '../../login/LoginPage.tsx';
import { MemoryRouter } from '../../../ui/router.ts';

/** The sign-in page within a page of ours; it tells that page when somebody has signed in. */
export function EmbeddedLogin() {
  return (
    <MemoryRouter>
      <Providers>
        <LoginPage />
      </Providers>
    </MemoryRouter>
  );
}
