import { Mark } from '../../ui/Mark.tsx';

export function LandingPage() {
  return (
    <main className="onStage">
      <Mark size={48} />
    </main>
  );
}
