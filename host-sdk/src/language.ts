/** The first requested language (BCP 47) that has texts, compared without region; else English. */
export const chooseLanguage = (requestedTags: readonly string[], texts: object): string =>
  requestedTags
    .map((requestedTag) => requestedTag.split('-')[0]?.toLowerCase() ?? '')
    .find((tag) => Object.hasOwn(texts, tag)) ?? 'en'
