/** Names the extension in Firefox, which has no ids of its own making. */
const ID = 'capture@stagelink';

/**
 * Firefox runs the worker as an event page and is given what leaves the computer: pages, when their user captures them,
 * and the sign-in.
 * @param {Record<string, unknown>} manifest the one for Chromium
 * @returns {Record<string, unknown>}
 */
export function manifestForFirefox({ minimum_chrome_version: _chromium, ...manifest }) {
  return {
    ...manifest,
    background: { scripts: ['worker.js'], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: ID,
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['websiteContent', 'authenticationInfo'] },
      },
    },
  };
}
