/** The project link of a folder names a snapshot that was never staged from this folder. */
export interface LinkQuestion {
  folder: string;
  /** Name and URL of the snapshot. */
  name: string;
  url: string;
  /** Folder of this computer that is staged to it; null when there is none. */
  belongsTo: string | null;
  /** Whether the folder was staged to a link of its own. */
  hasOwn: boolean;
}

/** `same`: the snapshot that the project link names. `own`: the folder's own link, or a new one. */
export type LinkAnswer = 'same' | 'own';

export interface LinkQuestionText {
  title: string;
  question: string;
  /** Labels of the answers. */
  same: string;
  own: string;
}

/** Describes the question for a person. */
export function describeLinkQuestion({
  folder,
  name,
  url,
  belongsTo,
  hasOwn,
}: LinkQuestion): LinkQuestionText {
  return {
    title:
      belongsTo === null
        ? `“${name}” (${url}) was not staged from ${folder} before.`
        : `The link of “${name}” (${url}) belongs to ${belongsTo}.`,
    question: hasOwn
      ? 'Stage this folder to the same link, or keep its own link?'
      : 'Stage this folder to the same link, or make a new one?',
    same: 'Same link',
    own: hasOwn ? 'Its own link' : 'New link',
  };
}
