import { SegmentedControl, Switch } from '@mantine/core';
import { Row, Rows } from '../../../../../web/src/ui/Rows.tsx';
import { Section } from '../../../../../web/src/ui/Section.tsx';
import type { Folder, Watched } from '../../../folders.ts';
import { t } from '../../words/folder.ts';
import { change } from './change.ts';
import styles from './FolderSettings.module.css';
import { LinkRow } from './LinkRow.tsx';
import { TextRow } from './TextRow.tsx';
import { problemWithCommand, problemWithOutput, problemWithVariables, variablesOf } from './validation.ts';

const WATCHED = [
  { value: 'off', label: t('off'), hint: t('offHint') },
  { value: 'sources', label: t('sources'), hint: t('sourcesHint') },
  { value: 'output', label: t('outputWatched'), hint: t('outputHintWatched') },
] as const;

function WatchRow({ folder }: { folder: Folder }) {
  const { watched } = folder.settings;
  return (
    <Row label={t('watch')}>
      <SegmentedControl
        size="xs"
        aria-label={t('watch')}
        data={WATCHED.map(({ value, label }) => ({ value, label }))}
        value={watched}
        onChange={(next) => void change(folder, t('watch'), { watched: next as Watched })}
      />
      <p className={styles.hint}>{WATCHED.find(({ value }) => value === watched)?.hint}</p>
    </Row>
  );
}

function ProtectRow({ folder }: { folder: Folder }) {
  return (
    <Row label={t('protect')}>
      <Switch
        size="sm"
        aria-label={t('protect')}
        checked={folder.settings.isProtected}
        onChange={(event) => void change(folder, t('protect'), { isProtected: event.currentTarget.checked })}
      />
      <p className={styles.hint}>{t('protectHint')}</p>
    </Row>
  );
}

function foundCommand({ detected }: Folder): string | null {
  if (!detected) return null;
  return detected.commands.length > 0 ? detected.commands.join(' && ') : t('buildNone');
}

function foundOutput({ detected }: Folder): string | null {
  const output = detected?.outputs[0];
  return output === '' || output === '.' ? t('outputNone') : (output ?? null);
}

/** How a folder is built, watched and linked; each is changed where it stands. */
export function FolderSettings({ folder }: { folder: Folder }) {
  const { buildCommand, output, variables } = folder.settings;
  return (
    <Section title={t('settings')} hint={t('settingsHint')}>
      <Rows>
        <TextRow
          label={t('build')}
          editLabel={t('editBuild')}
          hint={t('buildHint')}
          set={buildCommand}
          found={foundCommand(folder)}
          problemWith={problemWithCommand}
          onSave={(next) => change(folder, t('build'), { buildCommand: next })}
        />
        <TextRow
          label={t('output')}
          editLabel={t('editOutput')}
          hint={t('outputHint')}
          set={output}
          found={foundOutput(folder)}
          problemWith={problemWithOutput}
          onSave={(next) => change(folder, t('output'), { output: next })}
        />
        <TextRow
          label={t('variables')}
          editLabel={t('editVariables')}
          hint={t('variablesHint')}
          set={variables.length === 0 ? null : variables.join(' ')}
          found={t('variablesNone')}
          note=""
          problemWith={problemWithVariables}
          onSave={(next) => change(folder, t('variables'), { variables: variablesOf(next ?? '') })}
        />
        <WatchRow folder={folder} />
        <LinkRow folder={folder} />
        <ProtectRow folder={folder} />
      </Rows>
    </Section>
  );
}
