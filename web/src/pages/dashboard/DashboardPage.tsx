import { SignedIn } from '../../SignedIn.tsx';

export function DashboardPage() {
  return <SignedIn>{(user) => <main>{user.name}</main>}</SignedIn>;
}
