import '#widget/ui/tokens.css'
import '#widget/i18n/review-messages.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore, StoreProvider } from '#widget/lib/state.ts'
import { bootConfirmWindow } from './boot-confirm-window.ts'
import { ConfirmScreen } from './confirm-screen.tsx'
import type { WindowStorage } from './confirm-window-storage.ts'
import { loadLanguage } from './load-language.ts'
import { runConfirmWindow } from './run-confirm-window.ts'

/** Session storage of this tab; a no-op if the browser blocks it. */
function tabStorage(): WindowStorage {
  try {
    return sessionStorage
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  }
}

const root = document.getElementById('widget')

if (window.top !== window.self) {
  // The header forbids framing already, but a deployment may lack it.
  if (root) root.textContent = createStore().get(translateAtom)('confirm.framed')
} else if (root) {
  const ports = bootConfirmWindow(window)
  runConfirmWindow(
    {
      fragment: location.hash,
      hideFragment: () => history.replaceState(null, '', location.pathname),
      document,
      opener: window.opener,
      onLeave: (run) => addEventListener('pagehide', run),
      storage: tabStorage(),
      close: () => window.close(),
    },
    ports,
  )
  // A document restored from the back-forward cache has already sent its closing message: reload it.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  void loadLanguage(ports.store, document, navigator.languages)
  createRoot(root).render(
    <StrictMode>
      <StoreProvider store={ports.store}>
        <ConfirmScreen />
      </StoreProvider>
    </StrictMode>,
  )
}
