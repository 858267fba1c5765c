import { parseThemeVariables } from '#shared/config/theme.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import type { Store } from '#widget/lib/state.ts'
import { applyTheme } from '#widget/lib/theme/apply-theme.ts'

/**
 * Applies the host's theme to the document; a variable that does not parse is logged and ignored. `<body data-font>` names
 * the font of the view on screen: `theme` where `isThemed` returns true, else `fixed`, the widget's own. Returns the undo.
 */
export function startTheme(store: Store, page: Document, isThemed: (name: ViewName) => boolean): () => void {
  let applied: unknown
  const apply = () => {
    const { themeMode, themeVariables } = store.get(hostConfigAtom)
    const requested = JSON.stringify([themeMode, themeVariables])
    if (requested === applied) return
    applied = requested
    // Most hosts set none, and parsing none still costs.
    const { variables, rejected } =
      themeVariables !== undefined ? parseThemeVariables(themeVariables) : { variables: {}, rejected: [] }
    if (rejected.length > 0) store.get(portsAtom).log('Theme variables rejected', rejected)
    applyTheme(page, { mode: themeMode, variables })
  }
  const chooseFont = () => {
    page.body.dataset.font = isThemed(store.get(currentViewAtom).name) ? 'theme' : 'fixed'
  }
  apply()
  chooseFont()
  const stops = [store.sub(hostConfigAtom, apply), store.sub(currentViewAtom, chooseFont)]
  return () => {
    for (const stop of stops) stop()
  }
}
