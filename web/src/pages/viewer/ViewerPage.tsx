import { Loading } from '../../ui/Loading.tsx';

export function ViewerPage() {
  return <Loading />;
}
