import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';

export interface ReceivedEmail {
  /** The envelope's sender and recipient. */
  from: string;
  to: string;
  subject: string;
  mail: Email;
  text: string;
  html: string;
  /** Returns a header's value, or null. */
  header: (name: string) => string | null;
  /** The URL of its button. */
  link: string;
}

export interface Mailbox {
  /** Value of `SMTP_URL`. */
  url: string;
  /** Every received email, oldest first. */
  all: ReceivedEmail[];
  /** Waits for the first email to this address that was not returned before. */
  next: (email?: string) => Promise<ReceivedEmail>;
  /** Rejects email to this address with this SMTP code from now on; `null` accepts it again. */
  answer: (email: string, code: number | null, text?: string) => void;
  /** Removes what was received, and accepts everything again. */
  clear: () => void;
  close: () => Promise<void>;
}

const USER = 'stagelink';
const PASSWORD = 'p@ss word';

async function parse(raw: Buffer, from: string, to: string): Promise<ReceivedEmail> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? '';
  return {
    from,
    to,
    subject: mail.subject ?? '',
    mail,
    text: mail.text ?? '',
    html,
    header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value ?? null,
    link: /class="action" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
  };
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code });

/** Starts a real mail server that keeps what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const all: ReceivedEmail[] = [];
  const answers = new Map<string, { code: number; text: string }>();
  const unread: ReceivedEmail[] = [];
  const waiting: { email: string | undefined; read: (mail: ReceivedEmail) => void }[] = [];
  const isFor = (email: string | undefined, { to }: ReceivedEmail) => email === undefined || email === to;

  const keep = callbackify(async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope) => {
    const mail = await parse(
      await buffer(stream),
      mailFrom ? mailFrom.address : '',
      rcptTo[0]?.address ?? '',
    );
    all.push(mail);
    const at = waiting.findIndex(({ email }) => isFor(email, mail));
    if (at === -1) unread.push(mail);
    else waiting.splice(at, 1)[0]?.read(mail);
  });

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onRcptTo({ address }, _session, done) {
      const answer = answers.get(address);
      done(answer === undefined ? null : refusal(answer));
    },
    onData: (stream, { envelope }, done) => keep(stream, envelope, done),
  });
  server.on('error', (cause: NodeJS.ErrnoException) => {
    // Tests kill servers in the middle of an email.
    if (cause.code !== 'ECONNRESET' && cause.code !== 'EPIPE') throw cause;
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    all,
    next(email) {
      const at = unread.findIndex((mail) => isFor(email, mail));
      const [mail] = at === -1 ? [] : unread.splice(at, 1);
      return mail ? Promise.resolve(mail) : new Promise((read) => waiting.push({ email, read }));
    },
    answer(email, code, text = 'not now') {
      if (code === null) answers.delete(email);
      else answers.set(email, { code, text });
    },
    clear() {
      answers.clear();
      all.length = 0;
      unread.length = 0;
    },
    close: () => new Promise((closed) => void server.close(closed)),
  };
}
