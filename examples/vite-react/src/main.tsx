import { DrawbridgeProvider } from '@drawbridge/host-sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { bridge } from './bridge.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <DrawbridgeProvider bridge={bridge}>
      <App />
    </DrawbridgeProvider>
  </StrictMode>,
)
