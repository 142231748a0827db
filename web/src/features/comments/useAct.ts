import { useCallback, useState } from 'react';

export interface Problem {
  /** Id of the comment. */
  id: string;
  text: string;
}

/** Runs an action on a comment and shows a failure beside it. Resolves to false on failure. */
export type Act = (id: string, failed: string, what: () => Promise<unknown>) => Promise<boolean>;

/** Runs actions on comments and keeps the last failure. */
export function useAct() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const act = useCallback<Act>(async (id, failed, what) => {
    setProblem(null);
    try {
      await what();
      return true;
    } catch {
      setProblem({ id, text: failed });
      return false;
    }
  }, []);
  return { problem, act };
}
