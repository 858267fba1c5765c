import { walletNameMaxLength } from '#shared/config/limits.ts'

/** Control, format (bidi, zero width), unassigned and lone surrogate characters have no place in a name. */
const unwanted = /[\p{C}\u2028\u2029]/gu

/** A wallet's self-given name made safe to show: NFC, no control or bidi characters, one line, at most 64 characters. */
export const cleanName = (text: string): string =>
  text
    .slice(0, 1_024)
    .normalize('NFC')
    .replace(unwanted, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, walletNameMaxLength)
    .replace(unwanted, '')
    .trim()
