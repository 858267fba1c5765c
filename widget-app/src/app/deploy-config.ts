import { completeDeployConfig, deployConfigName, deployConfigSchema } from '#shared/config/deploy-config.ts'
import type { DocumentProject } from '#shared/config/document-project.ts'
import { isolatedEmbedPath } from '#shared/config/embed-path.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { Store } from '#widget/lib/state.ts'

/** JSON of the deployment's configuration in a document of the server. */
export const deployConfigText = (document: Document): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name=${deployConfigName}]`)?.content

/**
 * Applies the deployment's configuration to the document at `path`: the one that the document contains, or else
 * `widget.config.json`. A missing or invalid one is logged and leaves the defaults: everything on the widget's own origin.
 * @param projectOverride values of the document's project, which override the configuration.
 * @param text JSON in the document (`deployConfigText`).
 */
export async function loadDeployConfig(
  store: Store,
  path: string,
  projectOverride?: DocumentProject['walletConnect'],
  text?: string,
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
  const applyJson = (json: unknown) => {
    const parsed = parseWire(deployConfigSchema, json)
    if (!parsed.success) throw new Error('It does not have the expected shape')
    applyConfig(parsed.data)
  }
  applyConfig({})
  try {
    if (text !== undefined) return applyJson(JSON.parse(text))
    const response = await fetch('/widget.config.json', { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    applyJson(await response.json())
  } catch (error) {
    log('widget.config.json could not be read', error)
  }
}
