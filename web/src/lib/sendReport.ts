import type { Input } from '@stagelink/shared/contracts/endpoint';
import { reportError } from '@stagelink/shared/contracts/errorReports';
import { callQuietly } from './api.ts';

export const sendReport = (report: Input<typeof reportError>) => callQuietly(reportError, report);
