import type { Context, MiddlewareHandler } from 'hono'
import { deployConfigName } from '../../../shared/config/deploy-config.ts'
import { vaultPaymentPath } from '../../../shared/config/vault-path.ts'
import { type VaultWidget, vaultWidgetName } from '../../../shared/config/vault-widget.ts'
import {
  assetHeaders,
  type DocumentPolicy,
  paymentHeaders,
  vaultHeaders,
} from '../core/documents/document-headers.ts'
import type { FindProject } from '../core/routes/route.ts'
import { metaElement } from './document-project.ts'
import { recordProject } from './find-project.ts'
import type { ServerEnv } from './server-env.ts'
import type { ServeFile } from './static-files.ts'

/** Where the vault is served, and from which files. */
export type VaultDocument = {
  /** Its origin, which is not the widget's. */
  readonly origin: string
  /** The built vault. */
  readonly serveFile: ServeFile
  /** Origin of the widget, the only one whose frames it trusts. */
  readonly widgetOrigin: string
}

type Options = {
  readonly vault: VaultDocument
  readonly projects: FindProject
  readonly policy: DocumentPolicy
  readonly widgetConfig: object
  /** The built widget, for its icons. */
  readonly serveWidget: ServeFile
}

const notFound = (c: Context) => c.text('Not found', 404, assetHeaders('/missing'))

/** Responds with 404 on the host of a vault that another process serves: pages of this one do not exist there. */
export const refuseVaultHost = (vaultOrigin: string): MiddlewareHandler<ServerEnv> => {
  const { host } = new URL(vaultOrigin)
  return async (c, next) => (c.req.header('host') === host ? notFound(c) : next())
}

const notBuilt = (c: Context) => c.text('The vault is not built: run npm run build:widget', 503)

const documentPaths: ReadonlySet<string> = new Set(['/', '/index.html'])
const configPath = '/widget.config.json'
/** Bundled icons of networks, tokens and wallets, which are the widget's too. */
const imagePath = /^\/(networks|tokens|wallets)\/[\w.-]+\.(svg|webp|png)$/

/**
 * Serves the vault's document and files on its own host, and nothing of the widget but icons: the keys' origin runs no other code.
 * Endpoints of the API and of health are mounted before it, on both hosts; pages and files of other features after it.
 */
export function serveVault({
  vault,
  projects,
  policy,
  widgetConfig,
  serveWidget,
}: Options): MiddlewareHandler<ServerEnv> {
  const { host } = new URL(vault.origin)
  const widget: VaultWidget = { origin: vault.widgetOrigin }
  const withConfig = (html: string) =>
    html.replace(
      '</head>',
      () => `${metaElement(deployConfigName, widgetConfig)}${metaElement(vaultWidgetName, widget)}</head>`,
    )
  return async (c, next) => {
    if (c.req.header('host') !== host) return next()
    const { path, method } = c.req
    if (method !== 'GET' && method !== 'HEAD') return notFound(c)
    if (path === configPath) return c.json(widgetConfig, 200, { 'cache-control': 'no-store' })
    const accepts = c.req.header('accept-encoding')
    if (documentPaths.has(path)) {
      const document = await vault.serveFile('/index.html', accepts, vaultHeaders(policy), withConfig)
      return document ?? notBuilt(c)
    }
    if (path.startsWith(vaultPaymentPath)) {
      const project = await recordProject(c, projects)(path.slice(vaultPaymentPath.length))
      const headers = paymentHeaders(project ?? 'unknown', policy, vault.widgetOrigin)
      return (await vault.serveFile('/payment.html', accepts, headers, withConfig)) ?? notBuilt(c)
    }
    const files = imagePath.test(path)
      ? serveWidget
      : path.startsWith('/assets/')
        ? vault.serveFile
        : undefined
    return (await files?.(path, accepts, assetHeaders(path))) ?? notFound(c)
  }
}
