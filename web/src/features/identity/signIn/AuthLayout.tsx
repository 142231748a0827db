import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../../kit/Logo.tsx';
import { Link } from '../../../lib/router.ts';
import { AuthBackdrop } from '../../../kit/AuthBackdrop.tsx';
import { t as common } from '../../../lib/commonCopy.ts';
import { t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './AuthLayout.module.css';

interface AuthLayoutProps {
  title: string;
  text?: string;
  /** Target and label of the back link; the landing page by default. */
  back?: { to: string; label: string } | null;
  /** Beside the form in wide windows. */
  picture?: ReactNode;
  children?: ReactNode;
}

const LANDING = { to: '/', label: t('back') };

/** Layout of signed-out pages. */
export function AuthLayout({ title, text, back = LANDING, picture, children }: AuthLayoutProps) {
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  return (
    <div className={styles.page}>
      <main className={styles.main}>
        {back && (
          <Link to={back.to} className={styles.back}>
            {back.label}
          </Link>
        )}
        <div className={styles.box}>
          <Text as="span" tone="accent">
            <Logo size={28} />
          </Text>
          <h1 className={styles.title}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
        </div>
      </main>
      <aside className={styles.aside}>
        <AuthBackdrop>
          <p className={styles.line}>{t('stageLine')}</p>
          {picture && <div className={styles.picture}>{picture}</div>}
        </AuthBackdrop>
      </aside>
    </div>
  );
}
