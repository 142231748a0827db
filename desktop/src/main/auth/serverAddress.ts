import { exposure, isLocal } from '@stagelink/shared/domain/serverAddress';
import { UserError } from '@stagelink/shared/client/userError';

const wrong = (message: string): UserError =>
  new UserError('invalid_input', message, 'Give an address such as https://stagelink.example.com.');

function parse(text: string): URL | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : null;
  // Typed without a scheme.
  const bare = URL.canParse(`https://${text}`) ? new URL(`https://${text}`) : null;
  return bare && isLocal(bare) ? new URL(`http://${text}`) : bare;
}

/** Returns the origin of a typed server URL. Only this computer may be addressed without encryption. */
export function parseServerAddress(typed: string): string {
  const text = typed.trim();
  const url = text === '' || /\s/.test(text) ? null : parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(`“${text}” is not a server address.`);
  if (url.username !== '' || url.password !== '')
    throw wrong('A server address must not contain a user name or password.');
  const problem = exposure(url);
  if (problem !== null) throw wrong(problem);
  return url.origin;
}
