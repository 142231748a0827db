const UPGRADE = /\bUpgrade at (https?:\/\/\S+\/pricing\?mode=upgrade)\.$/;

/** Returns where a sentence about a plan’s limit says to upgrade, or null. */
export const upgradeUrlIn = (sentence: string): string | null => UPGRADE.exec(sentence)?.[1] ?? null;
