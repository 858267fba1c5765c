import '#widget/ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { guardClicks } from '../shell/click-guard.ts'
import { capturePointers } from '../shell/pointer-capture.ts'
import { openStandalone } from './standalone.tsx'

// The entry of `dev.html`, which the release build does not contain: the widget in a tab, and the fixtures of its views.
guardClicks(document, () => true)
capturePointers(document)

const root = document.getElementById('widget')
void openStandalone(window).then((screen) => {
  if (root) createRoot(root).render(<StrictMode>{screen}</StrictMode>)
})
