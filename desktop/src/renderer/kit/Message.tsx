import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import type { ReactNode } from 'react';
import styles from './Message.module.css';

interface MessageProps {
  title: string;
  text: string;
  isAlert?: boolean;
  /** What leads on. */
  children: ReactNode;
}

/** Replaces the content of a page. */
export const Message = ({ title, text, isAlert = false, children }: MessageProps) => (
  <div className={styles.message} role={isAlert ? 'alert' : undefined}>
    <Text as="h1" size="title">
      {title}
    </Text>
    <p>{text}</p>
    {children}
  </div>
);
