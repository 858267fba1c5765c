import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { checkOriginAtom, isOriginAllowed } from '#widget/core/verify-origin.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { chooseLanguageAtom, languageAtom } from '#widget/lib/i18n/translate.ts'
import { reopenOnClose } from './shell/reopen-on-close.ts'
import { hasStoredConnection, reconnectOnLoad } from './startup/reconnect-on-load.ts'
import type { Widget } from './widget.ts'

/** Loaded if the document does not state the origins itself. */
const loadFetchOrigins = () => import('./flows/fetch-allowed-origins.ts')

/**
 * Applies a host's configuration: language, verification of its origin, then reconnection of the enabled wallets and
 * pending transactions. A blocked origin gets none of the latter.
 */
export async function configure(widget: Widget, page: Window): Promise<void> {
  const { store } = widget
  // Part of the first reported state, so that a dApp's request for accounts waits.
  store.set(reconnectingAtom, hasStoredConnection(store))
  try {
    await applyConfig(widget, page)
  } finally {
    store.set(reconnectingAtom, false)
  }
}

async function applyConfig({ store, deployed }: Widget, page: Window): Promise<void> {
  const { locale } = store.get(hostConfigAtom)
  const requestedTags = [...(locale === undefined ? [] : [locale]), ...page.navigator.languages]
  const languageLoad = store.set(chooseLanguageAtom, requestedTags, languageLoaders).then(() => {
    const { tag, direction } = store.get(languageAtom)
    page.document.documentElement.lang = tag
    page.document.documentElement.dir = direction
  })
  languageLoad.catch((error: unknown) => store.get(portsAtom).log('The language could not be loaded', error))
  await deployed
  const fetchStatus = async (origin: string) =>
    store.set((await loadFetchOrigins()).fetchAllowedOriginsAtom, origin)
  const checked = store.set(checkOriginAtom, (origin) => fetchStatus(origin).catch(() => 'APKT009' as const))
  if (!isOriginAllowed(await checked)) return
  if (store.get(hostConfigAtom).embedded) reopenOnClose(store)
  await reconnectOnLoad(store)
}
