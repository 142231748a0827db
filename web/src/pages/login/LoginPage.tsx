import { Loading } from '../../ui/Loading.tsx';

export function LoginPage() {
  return <Loading />;
}
