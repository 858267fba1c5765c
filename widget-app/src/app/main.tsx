import '#widget/ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StoreProvider } from '#widget/lib/state.ts'
import { App } from './app.tsx'
import { bootEmbedded, type Widget } from './boot.ts'

const root = document.getElementById('widget')

function render({ store }: Widget): void {
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <StoreProvider store={store}>
        <App />
      </StoreProvider>
    </StrictMode>,
  )
}

if (window.parent !== window) render(bootEmbedded(window))
else void import('./standalone.tsx').then(({ bootStandalone }) => render(bootStandalone(window)))
