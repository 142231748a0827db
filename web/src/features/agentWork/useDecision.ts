import { useState } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';

/** Runs decisions on a thread one after the other and keeps why the last one failed. */
export function useDecision(failed: string) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Resolves to false on failure. */
  async function run(action: () => Promise<void>): Promise<boolean> {
    setIsBusy(true);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      setProblem(errorMessage(error, failed));
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, problem, run };
}
