import '#widget/ui/tokens.css'
import { type ReactNode, StrictMode, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { StoreProvider } from '#widget/lib/state.ts'
import { App } from './app.tsx'
import { embedded } from './start.ts'

const root = document.getElementById('widget')

function render(screen: ReactNode): void {
  if (root) createRoot(root).render(<StrictMode>{screen}</StrictMode>)
}

/** Calls `onMounted` when its preceding siblings are in the document. */
function OnMounted({ onMounted }: { readonly onMounted: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once
  useLayoutEffect(onMounted, [])
  return null
}

if (embedded) {
  const { store, presentable, onRendered } = embedded
  // Rendered earlier, the skeleton would delay the host's messages and be replaced at once.
  void presentable.then(() =>
    render(
      <StoreProvider store={store}>
        <App />
        <OnMounted onMounted={() => onRendered(flushSync)} />
      </StoreProvider>,
    ),
  )
} else {
  void import('./shell/top-level-notice.tsx').then(async ({ topLevelNotice }) =>
    render(await topLevelNotice(window)),
  )
}
