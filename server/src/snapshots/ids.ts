import { customAlphabet } from 'nanoid';

const SMALL_LETTERS_AND_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Without characters that are taken for each other: 0 o, 1 l i. */
const EASY_TO_TYPE = '23456789abcdefghjkmnpqrstuvwxyz';

/** The id in a link: 82 bits. */
export const newSnapshotId = customAlphabet(SMALL_LETTERS_AND_DIGITS, 16);

/** The name of a content origin: 103 bits, fit for a DNS label. */
export const newLabel = customAlphabet(SMALL_LETTERS_AND_DIGITS, 20);

const group = customAlphabet(EASY_TO_TYPE, 5);

/** 74 bits in three groups, to be read out and typed. */
export const newPassword = () => [group(), group(), group()].join('-');

export const defaultName = (id: string) => `Snapshot ${id.slice(0, 8)}`;
