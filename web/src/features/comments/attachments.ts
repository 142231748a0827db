import { attachmentExtension, tooLargeFile, unsupportedFile } from '@stagelink/shared/contracts/attachments';
import { ATTACHMENT_BYTES, ATTACHMENTS_MAX } from '@stagelink/shared/contracts/limits';
import { t } from './copy.ts';

/** Types the file picker offers. Dropped and pasted files may have any supported type. */
export const PICKER_TYPES = '.png,.jpg,.jpeg,.txt,.md,.pdf,.doc,.docx';

interface ChosenFiles {
  files: readonly File[];
  /** Which files were rejected, and why. */
  problem: string | null;
}

/** Appends files that may be attached. */
export function addFiles(before: readonly File[], added: readonly File[]): ChosenFiles {
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

/** Renames pasted images, which all have the same name. */
export const pasted = (files: Iterable<File>, alreadyThere: number): File[] =>
  Array.from(files, (file, index) =>
    file.name === 'image.png'
      ? new File([file], `pasted-${alreadyThere + index + 1}.png`, { type: file.type })
      : file,
  );

export const isPicture = (type: string) => /^image\/(png|jpeg|gif|webp)$/.test(type);
