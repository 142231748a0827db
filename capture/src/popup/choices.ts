import { me } from '@stagelink/shared/contracts/accounts';
import { listProjects } from '@stagelink/shared/contracts/projects';
import { count } from '@stagelink/shared/domain/format';
import { earlierCapture } from '../earlierCaptures.ts';
import { callTo, type Session } from '../session.ts';
import type { PageSummary, Settings } from '../state.ts';
import { byId, fillSelect, input, select } from './dom.ts';

const EXPIRY_DAYS = [1, 7, 30, 90];

/** What the user can choose for a snapshot: its link, project, password and expiry. */
export class Choices {
  readonly #session: Session;
  /** Page whose earlier capture is offered. */
  #offeredFor = '';

  constructor(session: Session) {
    this.#session = session;
  }

  /** The plan decides what can be chosen; without a reply the server decides when it is staged. */
  async load(): Promise<void> {
    const call = callTo(this.#session.server, this.#session.token);
    const [account, own] = await Promise.all([
      call(me, {}).catch(() => null),
      call(listProjects, {}).catch(() => null),
    ]);
    const projects = own?.projects.filter(({ isArchived }) => !isArchived) ?? [];
    fillSelect(select('project'), [['', 'None'], ...projects.map(({ id, name }) => [id, name] as const)]);
    select('project').disabled = projects.length === 0;
    const limits = account?.user.limits;
    const days = EXPIRY_DAYS.filter((each) => each <= (limits?.maxExpiryDays ?? 7));
    fillSelect(
      select('expiry'),
      days.map((each) => [String(each), count(each, 'day')]),
    );
    select('expiry').value = String(limits?.defaultExpiryDays ?? 7);
    select('expiry').disabled = false;
  }

  /** Offers to restage an earlier capture of the page. */
  async offerEarlier({ key }: PageSummary): Promise<void> {
    if (this.#offeredFor === key) return;
    this.#offeredFor = key;
    const earlier = await earlierCapture(this.#session, key);
    const versions = earlier ? [[earlier.id, `New version of “${earlier.name}”`] as const] : [];
    fillSelect(select('target'), [['', 'New link'], ...versions]);
    select('target').disabled = versions.length === 0;
  }
}

/** Shows the fields that the choices above them need. */
export function showNeededFields(): void {
  const isOwn = select('password').value === 'own' && select('target').value === '';
  byId('own-row').hidden = !isOwn;
  input('own').required = isOwn;
  byId('new-only').hidden = select('target').value !== '';
}

export function readChoices(): Pick<Settings, 'projectId' | 'password' | 'expiresInDays' | 'snapshotId'> {
  const choice = select('password').value;
  return {
    projectId: select('project').value || null,
    password: choice === 'own' ? input('own').value.trim() : choice,
    expiresInDays: Number(select('expiry').value) || null,
    snapshotId: select('target').value || null,
  };
}
