const WAYS = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/**
 * Fails a release for macOS that cannot be notarized; the packager itself would only skip it.
 * @param {{ electronPlatformName: string }} context
 */
export default function requireNotarization({ electronPlatformName }) {
  if (electronPlatformName !== 'darwin') return;
  if (WAYS.some((names) => names.every((name) => process.env[name]))) return;
  const ways = WAYS.map((names) => names.join(', ')).join('; or ');
  throw new Error(`A release for the Mac has to be notarized. Set ${ways}.`);
}
