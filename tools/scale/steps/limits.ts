import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { figure } from '../figures.ts';
import type { Step } from '../step.ts';

/** The answer to a wrong password; further attempts are refused without comparing. */
const WRONG = 401;
const ATTEMPTS = 60;

/** A visitor who guesses a password has the same attempts at two servers as at one. */
export const limits: Step = async ({ installation: { members } }) => {
  const owner = await ApiOwner.register(members[0].url);
  const { snapshot } = await owner.stage({ 'index.html': '<!doctype html>' }, { password: 'evening' });
  const guess = async (attempt: number) => {
    const url = `${members[attempt % 2]?.url}/s/${snapshot.id}/gate`;
    const body = JSON.stringify({ password: `guess ${attempt}` });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  const statuses = await Promise.all(Array.from({ length: ATTEMPTS }, (_, attempt) => guess(attempt)));
  figure({
    name: 'wrong passwords that two servers compared',
    value: statuses.filter((status) => status === WRONG).length,
    most: RATE_LIMITS.gateAddressFailures.points,
    detail: `${ATTEMPTS} at once`,
  });
};
