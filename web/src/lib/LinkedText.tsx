/** Matches an address, without the punctuation that ends its sentence. */
const ADDRESS = /(https?:\/\/\S*[^\s.,;:!?])/;

/** A sentence of the server whose addresses of this server are links. */
export function LinkedText({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) =>
    part.startsWith(`${window.location.origin}/`) ? (
      <a key={`${at} ${part}`} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
