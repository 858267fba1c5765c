import '#widget/ui/tokens.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hostConfigAtom } from '#widget/kernel/config.ts'
import { modalOpenAtom } from '#widget/kernel/modal-state.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { App } from './app.tsx'
import { bootEmbedded } from './boot.ts'
import { guardPresses } from './press-guard.ts'

const root = document.getElementById('widget')

function render(screen: ReactNode): void {
  if (root) createRoot(root).render(<StrictMode>{screen}</StrictMode>)
}

if (window.parent === window) {
  guardPresses(document, () => true)
  void import('./standalone.tsx').then(async ({ openStandalone }) => render(await openStandalone(window)))
} else {
  const { store, presentable } = bootEmbedded(window)
  guardPresses(document, () => store.get(modalOpenAtom) || store.get(hostConfigAtom).embedded)
  // Drawn first, the skeleton would keep the host's answers waiting and be drawn over at once.
  void presentable.then(() =>
    render(
      <StoreProvider store={store}>
        <App />
      </StoreProvider>,
    ),
  )
}
