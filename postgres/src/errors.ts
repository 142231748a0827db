/** PostgreSQL cannot be started here; the message says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
