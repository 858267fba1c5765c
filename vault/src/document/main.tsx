import '#widget/ui/tokens.css'
import '#widget/i18n/confirm-messages.ts'
import '#widget/i18n/vault-messages.ts'
import { createRoot } from 'react-dom/client'
import { bootConfirmWindow } from '#widget/app/confirm/boot-confirm-window.ts'
import type { WindowStorage } from '#widget/app/confirm/confirm-window-storage.ts'
import { loadLanguage } from '#widget/app/confirm/load-language.ts'
import { holdsKeysAtom } from '#widget/domain/review/document-role.ts'
import { languageAtom, translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore, StoreProvider } from '#widget/lib/state.ts'
import { provesVisibility } from '../spending/framed-site.ts'
import { loadKeys } from '../wallet/local-wallet.ts'
import { createWalletRecords } from '../wallet/wallet-records.ts'
import { createKeepReminders } from './keep-reminders.ts'
import { loadKeeping } from './load-keeping.ts'
import { loadRecovery } from './load-recovery.ts'
import { loadReview } from './load-review.ts'
import { createPaidSites } from './paid-sites.ts'
import { persistStorage } from './persist-storage.ts'
import { runVault } from './run-vault.ts'
import { createUnfinishedSignUp } from './unfinished-sign-up.ts'
import { createVaultClient } from './vault-client.ts'
import { vaultScreenAtom } from './vault-screen.ts'
import { VaultWindow } from './vault-window.tsx'
import { readWidgetOrigin } from './widget-origin.ts'

/** Session storage of this tab; a no-op if the browser blocks it. */
function tabStorage(): WindowStorage {
  try {
    return sessionStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}

const root = document.getElementById('vault')

if (window.top !== window.self) {
  // The header forbids framing already, but a deployment may lack it.
  if (root) root.textContent = createStore().get(translateAtom)('vault.framed')
} else if (root) {
  const ports = bootConfirmWindow(window)
  const { store } = ports
  store.set(holdsKeysAtom, true)
  const client = createVaultClient(store, 'drawbridge-vault-key')
  const passkeyName = () => {
    const day = new Intl.DateTimeFormat(store.get(languageAtom).tag, { dateStyle: 'medium' }).format()
    return store.get(translateAtom)('vault.passkey-name', { date: day })
  }
  runVault(
    {
      url: `${location.origin}${location.pathname}`,
      fragment: location.hash,
      hideFragment: () => history.replaceState(null, '', location.pathname),
      document,
      opener: window.opener,
      frameOfOpener: (index) => window.opener?.frames[index],
      provesVisibility: provesVisibility(window),
      paidSites: createPaidSites(() => localStorage),
      keepReminders: createKeepReminders(() => localStorage),
      widgetOrigin: readWidgetOrigin(document),
      onLeave: (run) => addEventListener('pagehide', run),
      storage: tabStorage(),
      close: () => window.close(),
    },
    ports,
    {
      client,
      records: createWalletRecords(),
      authenticator: {
        create: (options) => navigator.credentials.create(options),
        get: (options) => navigator.credentials.get(options),
        forget: async (rpId, credentialId) => {
          // Not in all browsers. A passkey that stays in the keychain is useless, and harmless.
          if ('signalUnknownCredential' in PublicKeyCredential)
            await PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => undefined)
        },
      },
      passkeyName,
      recoveryKeys: async () => (await loadRecovery()).createRecoveryKeys(),
      persistStorage: () => persistStorage(navigator),
      unfinishedSignUp: createUnfinishedSignUp(() => localStorage, Date.now),
    },
  ).catch(() => {
    store.set(vaultScreenAtom, { is: 'failed', problem: 'vault.failed-unknown', retry: undefined })
  })
  // A document restored from the back-forward cache has already sent its closing message: reload it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  void loadLanguage(store, document, navigator.languages)
  createRoot(root).render(
    <StoreProvider store={store}>
      <VaultWindow />
    </StoreProvider>,
  )
  // After the first screen, in the order in which a new wallet needs them; a failed load is repeated when a task needs it.
  for (const load of [loadKeys, loadKeeping, loadReview]) load().catch(() => undefined)
}
