// What shows other versions than the live one.
export { VersionBanner } from './VersionBanner.tsx';
export { VersionList } from './VersionList.tsx';
