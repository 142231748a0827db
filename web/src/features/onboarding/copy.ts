import { defineCopy } from '../../lib/copy.ts';

export const t = defineCopy({
  skipTour: 'Skip tour',
  previous: 'Previous',
  next: 'Next',
  finish: 'Finish',
  skip: 'Skip',
  maybeLater: 'Maybe Later',
  getStarted: 'Get Started!',
  startDashboardTour: 'Start Dashboard Tour',
  slide: 'Slide {{number}} of {{count}}',
  step: 'Step {{number}} of {{count}}',

  // The slides of the welcome.
  welcome: 'Welcome to Stagelink',
  welcomeSentence: 'Put a prototype on stage and get it approved.',
  welcomeLink: 'A private link in seconds',
  welcomeGuests: 'No account for guests',
  welcomeVersions: 'The next version at the same link',
  fast: 'Fast sharing',
  fastSentence: 'From the editor, the desktop app, a shell or a drop on the dashboard.',
  fastFramework: 'The framework is detected automatically',
  fastFiles: 'Only changed files travel',
  fastPassword: 'Password and expiry',
  feedback: 'Collaborative feedback',
  feedbackSentence: 'People press C, click an element and comment.',
  feedbackPins: 'Pins stay through new versions',
  feedbackMentions: 'Mentions and files',
  feedbackReviews: 'Reviews with approve or changes requested',
  team: 'Team organization',
  teamSentence: 'Keep clients apart and nothing expiring unseen.',
  teamProjects: 'Projects with colors',
  teamSearch: 'Search and filters',
  teamOverview: 'Expiring soon and review status',

  // The tutorials.
  welcomeTutorial: 'Welcome',
  welcomeTutorialAbout: 'What a snapshot is, how to make one, and how to share it.',
  stageStep: 'Stage a prototype',
  stageStepText:
    'Drop a folder or a zip on the dashboard, run “stagelink stage” in a shell, or press Stage in your editor. You get a link in seconds.',
  shareStep: 'Share the link',
  shareStepText:
    'Send the link and its password. Guests open it in a browser and need no account. You choose how long it lives.',
  versionStep: 'Stage the next version',
  versionStepText:
    'Restage after a change: the link stays the same, only changed files are sent, and earlier versions remain in the version history.',

  dashboardTour: 'Dashboard tour',
  dashboardTourAbout: 'Your snapshots, your projects, and many snapshots at once.',
  tableStep: 'Your snapshots',
  tableStepText:
    'Every snapshot with its views, comments, review and expiry. Sort by a column, search and filter above the list, and open the menu of a row for everything else.',
  sidebarStep: 'Your projects',
  sidebarStepText:
    'Keep clients apart: press + for a project, choose its color, and drag snapshots into it. A project shows only its own snapshots.',
  bulkStep: 'Many snapshots at once',
  bulkStepText:
    'Select rows with X or their checkboxes. The bar below the list then extends, moves, tags or deletes all of them. Undo takes back all but a deletion.',

  commentsTutorial: 'Comments',
  commentsTutorialAbout: 'How to comment on an element, reply, and settle a thread.',
  pinStep: 'Comment on an element',
  pinStepText:
    'Open a snapshot, press C and click the element you mean. Your comment gets a numbered pin there, which stays through new versions.',
  replyStep: 'Reply, mention, attach',
  replyStepText:
    'Answer in the thread, mention people with @, and attach files. Those who follow the thread are notified.',
  resolveStep: 'Resolve',
  resolveStepText:
    'When a thread is settled, the owner resolves it: its pin turns green and the thread moves to the resolved ones. Reopen it at any time.',

  // The offer of what a tutorial needs.
  offerTitle: 'Start with “{{needed}}”?',
  offerText: '“{{title}}” builds on “{{needed}}”, which takes {{minutes}} minutes.',
  startNeeded: 'Start “{{needed}}”',
  startAnyway: 'Start “{{title}}” anyway',

  // The checklist of a new account.
  checklist: 'First steps',
  done: '{{done}} of {{count}} done',
  allDone: 'All done. These steps do not come back.',
  closeChecklist: 'Close the first steps',
  itemDone: 'done',
  stageItem: 'Stage a prototype',
  stageItemHint: 'Drop a built folder or a zip on this page.',
  commentItem: 'Comment on an element',
  commentItemHint: 'Open a snapshot, choose Comment, then click an element.',
  openSample: 'Open the sample',
  makeSample: 'Make a sample snapshot',
  sampleFailed: 'Failed to make the sample snapshot',
  shareItem: 'Share a link',
  shareItemHint: 'Ticked when another person opens it, or you ask for a review.',
  restageItem: 'Restage it',
  restageItemHint: 'Drop the next version on its row. The link stays.',

  // Where tutorials are restarted.
  tutorials: 'Tutorials',
  tutorialsHint: 'Short introductions. Start any of them again.',
  start: 'Start',
  restart: 'Restart',
  startNamed: 'Start the tutorial “{{title}}”',
  restartNamed: 'Restart the tutorial “{{title}}”',
  minutes: '{{count}} min',
  completed: 'Completed',
});
