import '#widget/ui/tokens.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StoreProvider } from '#widget/lib/state.ts'
import { App } from './app.tsx'
import { bootEmbedded } from './boot.ts'
import { guardPresses } from './press-guard.ts'

const root = document.getElementById('widget')

function render(screen: ReactNode): void {
  if (root) createRoot(root).render(<StrictMode>{screen}</StrictMode>)
}

guardPresses(document)
if (window.parent === window) {
  void import('./standalone.tsx').then(async ({ openStandalone }) => render(await openStandalone(window)))
} else {
  const { store } = bootEmbedded(window)
  render(
    <StoreProvider store={store}>
      <App />
    </StoreProvider>,
  )
}
