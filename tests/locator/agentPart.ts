/** Parts of the locator that the preview agent bundles. */
export { describe } from '@stagelink/shared/locator/describe';
export { find, findAll } from '@stagelink/shared/locator/find';
