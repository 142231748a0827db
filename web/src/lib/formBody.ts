/** Sending waits at most this long for the picture, which may follow, and for what was seen of the element. */
const GRACE_MS = 1500;

const nothing = () =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), GRACE_MS);
  });

/** Returns what is ready soon; otherwise null. */
export const soon = <T>(awaited: Promise<T | null>): Promise<T | null> => Promise.race([awaited, nothing()]);

interface FormBody {
  type: string;
  body: unknown;
  /** The picture that was not ready in time; null for none. */
  late: Promise<Blob | null>;
}

/** Encodes fields as JSON, or as a form if there are files. */
export async function formBody(
  fields: object,
  picture: Promise<Blob | null>,
  files: readonly File[] = [],
): Promise<FormBody> {
  const crop = await soon(picture);
  const late = crop ? Promise.resolve(null) : picture;
  if (!crop && files.length === 0) return { type: 'application/json', body: JSON.stringify(fields), late };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (crop) form.append('crop', crop, `crop.${crop.type.slice('image/'.length)}`);
  for (const file of files) form.append('attachments', file, file.name);
  return { type: 'multipart/form-data', body: form, late };
}
