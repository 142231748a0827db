import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  connectionLost:
    'The connection was lost during the upload, and nothing was staged. Check it and try again.',
  replyLost:
    'The connection was lost, and it is not known whether {{name}} was staged. Try again when you are connected: it gets one link only.',
  unexpected: 'The upload failed unexpectedly. Stage it again.',
  unreadable: 'Failed to read a file. It may have been moved or changed. Choose the folder again.',
  tooLargeForServer: 'It is larger than the server accepts. Remove what is not needed and stage again.',
  tryAgain: 'Try again',
  upgrade: 'Upgrade to Pro',
  upgradeText: 'Pro allows larger snapshots.',
  badIgnoreFile: '“{{path}}” is not a text in UTF-8 or UTF-16. Save it as UTF-8 and try again.',
  badPath: '“{{path}}” cannot be staged: its name {{problem}}. Rename it and try again.',
  emptyZip: 'The zip is empty.',
  noPage: 'It contains no HTML page. Choose the output folder with index.html.',
  nothing: 'It contains nothing to stage. Choose the folder your build made.',
  severalOutputs: 'This project contains several builds. Choose the one to stage.',
  severalZips: 'Choose one zip or one folder.',
  source:
    'This is a project that has not been built. Build it and choose its output folder, or stage it with the command line, the editor or the companion, which build it.',
  tooLarge: 'It is {{size}}. At most {{limit}} per snapshot are allowed. Remove what is not needed.',
  tooMany: 'It has {{count}} files. A snapshot can have at most {{limit}}.',
});
