import { completeDeployConfig, deployConfigSchema } from '#shared/config/deploy-config.ts'
import type { DocumentProject } from '#shared/config/document-project.ts'
import { isolatedEmbedPath } from '#shared/config/embed-path.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { Store } from '#widget/lib/state.ts'

/**
 * Loads `widget.config.json` for the document at `path`; a missing or invalid one is logged and leaves the defaults:
 * everything on the widget's own origin.
 * @param own values of the document's project, which override the file.
 */
export async function loadDeployConfig(
  store: Store,
  path: string,
  projectOverride?: DocumentProject['walletConnect'],
): Promise<void> {
  const { fetch, log } = store.get(portsAtom)
  const framesOthers = !path.startsWith(isolatedEmbedPath)
  const applyConfig = (config: Parameters<typeof completeDeployConfig>[0]) =>
    store.set(
      deployConfigAtom,
      completeDeployConfig(
        { ...config, walletConnect: { ...config.walletConnect, ...projectOverride } },
        framesOthers,
      ),
    )
  applyConfig({})
  try {
    const response = await fetch('/widget.config.json', { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    const parsed = parseWire(deployConfigSchema, await response.json())
    if (!parsed.success) throw new Error('It does not have the expected shape')
    applyConfig(parsed.data)
  } catch (error) {
    log('widget.config.json could not be read', error)
  }
}
