import type { AssistantAccess, AssistantAvailability } from '@stagelink/shared/contracts/assistant';

interface Circumstances {
  access: AssistantAccess;
  isOwner: boolean;
  isReviewer: boolean;
  isUnclaimed: boolean;
  ownerHasPro: boolean;
  hasModel: boolean;
}

/** Returns whether a person may have a conversation about a snapshot, or why not. */
export function availabilityOf(about: Circumstances): AssistantAvailability {
  if (about.access === 'off') return 'off';
  if (!about.hasModel) return 'no_model';
  // Strangers make as many unclaimed snapshots as they like.
  if (about.isUnclaimed) return 'unclaimed';
  if (about.access === 'members' && !about.isOwner && !about.isReviewer) return 'members';
  return about.ownerHasPro ? 'ready' : 'plan';
}

interface PersonKeys {
  userId: string | null;
  persons: readonly string[];
}

/**
 * Returns the keys of a person's conversations, the first for a new one. An account or reviewer has one key; a
 * visitor's secret in a request cannot open the conversation of another person.
 */
export const chatKeys = ({ userId, persons }: PersonKeys, isReviewer: boolean): readonly string[] =>
  userId !== null || isReviewer ? persons.slice(0, 1) : persons;
