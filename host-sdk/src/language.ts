/** The first wish (BCP 47) of which there are texts, by its language alone; else English. */
export const chooseLanguage = (wishes: readonly string[], texts: object): string =>
  wishes.map((wish) => wish.split('-')[0]?.toLowerCase() ?? '').find((tag) => Object.hasOwn(texts, tag)) ??
  'en'
