import { isLocal } from '@stagelink/shared/staging/agent';
import { exposure } from '@stagelink/shared/staging/serverAddress';
import { Refusal } from './refusal.ts';

const wrong = (message: string): Refusal =>
  new Refusal('invalid_input', message, 'Give an address such as https://stagelink.example.com.');

function parse(text: string): URL | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : null;
  // Typed without a scheme, as people do.
  const bare = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
  return bare && isLocal(bare) ? new URL(`http://${text}`) : bare;
}

/** The origin of a server as a person typed it. Only this machine is spoken to without encryption. */
export function parseServerAddress(typed: string): string {
  const text = typed.trim();
  const url = text === '' || /\s/.test(text) ? null : parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(`“${text}” is not a server’s address.`);
  if (url.username !== '' || url.password !== '')
    throw wrong('A server’s address holds no name or password.');
  const problem = exposure(url);
  if (problem !== null) throw wrong(problem);
  return url.origin;
}
