import { attachmentExtension, tooLargeFile, unsupportedFile } from '@stagelink/shared/contracts/attachments';
import { ATTACHMENT_BYTES, ATTACHMENTS_MAX } from '@stagelink/shared/contracts/limits';
import { t } from '../../../words/comments.ts';

/** What the file picker offers; dropped and pasted files may be any that are supported. */
export const PICKER_TYPES = '.png,.jpg,.jpeg,.txt,.md,.pdf,.doc,.docx';

interface Chosen {
  files: readonly File[];
  /** What was left out, and why. */
  problem: string | null;
}

/** Adds files to those that are there, as far as they may be attached. */
export function addFiles(before: readonly File[], added: readonly File[]): Chosen {
  const files = [...before];
  const problems: string[] = [];
  for (const file of added) {
    if (file.size > ATTACHMENT_BYTES) problems.push(tooLargeFile(file.name));
    else if (attachmentExtension(file.name) === null) problems.push(unsupportedFile(file.name));
    else if (files.length >= ATTACHMENTS_MAX) problems.push(t('tooManyFiles', { count: ATTACHMENTS_MAX }));
    else files.push(file);
  }
  return { files, problem: problems.length > 0 ? [...new Set(problems)].join('\n') : null };
}

/** Pictures from the clipboard are all called the same. */
export const pasted = (files: Iterable<File>, alreadyThere: number): File[] =>
  Array.from(files, (file, index) =>
    file.name === 'image.png'
      ? new File([file], `pasted-${alreadyThere + index + 1}.png`, { type: file.type })
      : file,
  );

export const isPicture = (type: string) => /^image\/(png|jpeg|gif|webp)$/.test(type);
