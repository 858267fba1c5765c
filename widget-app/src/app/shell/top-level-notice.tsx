import type { ReactNode } from 'react'
import '#widget/i18n/lazy-messages.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom, translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'
import styles from './top-level-notice.module.css'

/**
 * What the release shows in a tab of its own: a notice. It has no wallets, requests nothing and reads nothing of its
 * URL, because any page can open it with a hash of its choice on the origin that users trust.
 */
export async function topLevelNotice(page: Window): Promise<ReactNode> {
  const store = createStore()
  // In English if the language cannot be loaded.
  await store.set(chooseLanguageAtom, [...page.navigator.languages], languageLoaders).catch(() => undefined)
  const { tag, direction } = store.get(languageAtom)
  page.document.documentElement.lang = tag
  page.document.documentElement.dir = direction
  applyTheme(page.document, { mode: 'auto', variables: {} })
  const t = store.get(translateAtom)
  return (
    <main className={styles.notice}>
      <h1>{t('top-level.title')}</h1>
      <p>{t('top-level.text')}</p>
    </main>
  )
}
