import type { ComponentProps } from 'react';
import { ConnectionState } from './ConnectionState.tsx';
import { VersionToast } from './VersionToast.tsx';

type NoticesProps = ComponentProps<typeof VersionToast> & {
  connection: ComponentProps<typeof ConnectionState>['state'];
};

/** Announcements of the viewer; in the page before there is anything to say, so that it is read out. */
export function Notices({ connection, news }: NoticesProps) {
  return (
    <>
      <ConnectionState state={connection} />
      <VersionToast news={news} />
    </>
  );
}
