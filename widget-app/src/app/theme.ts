import { parseThemeVariables } from '#shared/config/theme.ts'
import { hostConfigAtom } from '#widget/kernel/config.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import type { Store } from '#widget/lib/state.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'

/** Keeps the document's theme as the host wishes; a variable that does not parse is named in the log and changes nothing. */
export function startTheme(store: Store, page: Document): () => void {
  let applied: unknown
  const apply = () => {
    const { themeMode, themeVariables } = store.get(hostConfigAtom)
    const wish = JSON.stringify([themeMode, themeVariables])
    if (wish === applied) return
    applied = wish
    // Most hosts set none, and judging none still costs.
    const { variables, rejected } =
      themeVariables !== undefined ? parseThemeVariables(themeVariables) : { variables: {}, rejected: [] }
    if (rejected.length > 0) store.get(portsAtom).log('Theme variables refused', rejected)
    applyTheme(page, { mode: themeMode, variables })
  }
  apply()
  return store.sub(hostConfigAtom, apply)
}
