import { customAlphabet } from 'nanoid';

const SMALL_LETTERS_AND_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Leaves out characters that look alike: 0 o, 1 l i. */
const EASY_TO_TYPE = '23456789abcdefghjkmnpqrstuvwxyz';

/** An id has 82 bits. */
export const newSnapshotId = customAlphabet(SMALL_LETTERS_AND_DIGITS, 16);

/** A label of a content origin has 103 bits and is a valid DNS label. */
export const newLabel = customAlphabet(SMALL_LETTERS_AND_DIGITS, 20);

const group = customAlphabet(EASY_TO_TYPE, 5);

/** 74 bits in three groups, easy to read aloud and to type. */
export const newPassword = () => [group(), group(), group()].join('-');

export const defaultName = (id: string) => `Snapshot ${id.slice(0, 8)}`;
