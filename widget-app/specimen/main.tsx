import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { parseThemeVariables, themeModeSchema } from '#shared/config/theme.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'
import '#widget/ui/tokens.css'
import './specimen.css'
import {
  AccountSheet,
  ConnectingSheet,
  ConnectSheet,
  DoneSheet,
  PartsSheet,
  ReviewSheet,
  SendSheet,
} from './sheets.tsx'

/** A page for developers: every part in real views. `?mode=dark&accent=%23ff0&radius=8px&size=12px&dir=rtl&only=2`. */
const query = new URLSearchParams(location.search)
const mode = themeModeSchema.safeParse(query.get('mode'))
applyTheme(document, {
  mode: mode.success ? mode.data : 'auto',
  variables: parseThemeVariables({
    accent: query.get('accent') ?? undefined,
    borderRadius: query.get('radius') ?? undefined,
    fontSize: query.get('size') ?? undefined,
  }).variables,
})
document.documentElement.dir = query.get('dir') ?? 'ltr'

const sheets = [
  <ConnectSheet key="connect" />,
  <ConnectingSheet key="connecting" />,
  <AccountSheet key="account" />,
  <SendSheet key="send" />,
  <ReviewSheet key="review" />,
  <DoneSheet key="done" />,
  <ConnectingSheet key="failed" failed />,
  <PartsSheet key="parts" />,
  <ReviewSheet key="busy" busy />,
]
const only = query.get('only')
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      {only === null ? <div className="specimens">{sheets}</div> : sheets[Number(only)]}
    </StrictMode>,
  )
}
