/**
 * Normalizes a text for searches: without case, accents, spaces, invisible characters and the widths of input methods. Not
 * by the browser's locale: in Turkish the small letter of `I` is `ı`, and `link` would not match LINK.
 * @example searchText('Ｍｅｔａ Mask') // 'metamask'
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
