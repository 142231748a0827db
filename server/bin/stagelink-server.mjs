#!/usr/bin/env node
// The operators' command: `stagelink-server admin …` decides who is superadmin.
import { runAdminCommand } from '../src/app/adminCommand.ts';

const [subject, ...args] = process.argv.slice(2);
try {
  const output = await runAdminCommand(subject === 'admin' ? args : [], process.env);
  process.stdout.write(`${output}\n`);
} catch (cause) {
  if (!(cause instanceof Error) || cause.name !== 'ConfigError') throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
}
