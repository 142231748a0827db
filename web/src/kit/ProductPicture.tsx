/** Made by `npm run pictures landing`. */
const WIDTH = 2400;
const HEIGHT = 1500;

interface ProductPictureProps {
  name: 'viewer' | 'dashboard';
  alt: string;
  className: string | undefined;
  /** It is in the first window. */
  isFirst?: boolean;
}

/** A picture of the product in the theme that the visitor prefers. */
export const ProductPicture = ({ name, alt, className, isFirst = false }: ProductPictureProps) => (
  <picture>
    <source srcSet={`/landing/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
    <img
      src={`/landing/${name}-light.webp`}
      width={WIDTH}
      height={HEIGHT}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      className={className}
    />
  </picture>
);
