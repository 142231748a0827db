import styles from './LandingPage.module.css';

/** Made by `npm run pictures landing`. */
const WIDTH = 2400;
const HEIGHT = 1500;

interface PictureProps {
  name: 'viewer' | 'dashboard';
  alt: string;
  /** It is in the first window. */
  isFirst?: boolean;
}

/** A picture of the product in the theme that the visitor prefers. */
export function Picture({ name, alt, isFirst = false }: PictureProps) {
  return (
    <picture>
      <source srcSet={`/landing/${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
      <img
        src={`/landing/${name}-light.webp`}
        width={WIDTH}
        height={HEIGHT}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        className={styles.picture}
      />
    </picture>
  );
}
