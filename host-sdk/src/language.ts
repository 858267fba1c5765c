/** The first requested language (BCP 47) that has texts, compared without region; else English. */
export const chooseLanguage = (wishes: readonly string[], texts: object): string =>
  wishes.map((wish) => wish.split('-')[0]?.toLowerCase() ?? '').find((tag) => Object.hasOwn(texts, tag)) ??
  'en'
