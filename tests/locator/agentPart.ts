/** What the preview agent bundles of the locator. */
export { describe } from '@stagelink/shared/locator/describe';
export { find, findAll } from '@stagelink/shared/locator/find';
