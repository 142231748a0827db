import { Row, Rows } from '@stagelink/web/kit/Rows.tsx';
import { Section } from '@stagelink/web/kit/Section.tsx';
import { SegmentedControl } from '@stagelink/web/kit/SegmentedControl.tsx';
import { Switch } from '@stagelink/web/kit/Switch.tsx';
import type { Folder } from '../../../protocol/folders.ts';
import { t } from './copy.ts';
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
        label={t('watch')}
        options={WATCHED}
        value={watched}
        onChange={(next) => void change(folder, t('watch'), { watched: next })}
      />
      <p className={styles.hint}>{WATCHED.find(({ value }) => value === watched)?.hint}</p>
    </Row>
  );
}

function ProtectRow({ folder }: { folder: Folder }) {
  return (
    <Row label={t('protect')}>
      <Switch
        label={t('protect')}
        isOn={folder.settings.isProtected}
        onChange={(isProtected) => void change(folder, t('protect'), { isProtected })}
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
