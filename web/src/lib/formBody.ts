/** Sending waits at most this long for the picture, which may follow. */
const PICTURE_GRACE_MS = 1500;

const noPicture = () =>
  new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PICTURE_GRACE_MS);
  });

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
  const crop = await Promise.race([picture, noPicture()]);
  const late = crop ? Promise.resolve(null) : picture;
  if (!crop && files.length === 0) return { type: 'application/json', body: JSON.stringify(fields), late };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  if (crop) form.append('crop', crop, `crop.${crop.type.slice('image/'.length)}`);
  for (const file of files) form.append('attachments', file, file.name);
  return { type: 'multipart/form-data', body: form, late };
}
