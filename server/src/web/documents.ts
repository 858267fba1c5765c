import type { Context, Hono } from 'hono'
import { embedPath, isolatedEmbedPath } from '../../../shared/config/embed-path.ts'
import {
  assetHeaders,
  confirmHeaders,
  type DocumentPolicy,
  type DocumentProject,
  documentHeaders,
  sdkHeaders,
} from '../core/documents/document-headers.ts'
import type { FindProject } from '../core/routes/route.ts'
import { withSettings } from './document-project.ts'
import { recordProject } from './find-project.ts'
import { inlineScriptSources } from './inline-scripts.ts'
import type { ServerEnv } from './server-env.ts'
import type { ServeFile } from './static-files.ts'

const confirmPath = '/confirm.html'
const isolatedMode = isolatedEmbedPath.slice(embedPath.length, -1)

type DocumentOptions = {
  /** The built widget. */
  readonly serveFile: ServeFile
  /** The built SDK, by version. */
  readonly serveSdk: ServeFile
  readonly projects: FindProject
  readonly policy: DocumentPolicy
  /** `widget.config.json`, created from the deployment's configuration. */
  readonly widgetConfig: object
}

const notBuilt = (c: Context): Response => c.text('The widget is not built: run npm run build:widget', 503)

/** Serves the widget's documents, its configuration and its files, with the headers of a release. */
export function mountDocuments(
  app: Hono<ServerEnv>,
  { serveFile, serveSdk, projects, policy, widgetConfig }: DocumentOptions,
): void {
  const document = async (c: Context, project: DocumentProject, isIsolated = false): Promise<Response> =>
    (await serveFile(
      '/index.html',
      c.req.header('accept-encoding'),
      (html) => documentHeaders(project, policy, inlineScriptSources(html), isIsolated),
      typeof project === 'object' ? (html) => withSettings(html, project, widgetConfig) : undefined,
    )) ?? notBuilt(c)

  const embedded = async (c: Context<ServerEnv>, id: string, isIsolated = false): Promise<Response> =>
    document(c, (await recordProject(c, projects)(id)) ?? 'unknown', isIsolated)

  app.get('/widget.config.json', (c) => c.json(widgetConfig, 200, { 'cache-control': 'no-store' }))
  app.get('/', (c) => document(c, 'top-level'))
  app.get('/index.html', (c) => document(c, 'top-level'))
  app.get(
    confirmPath,
    async (c) =>
      (await serveFile(confirmPath, c.req.header('accept-encoding'), confirmHeaders(policy))) ?? notBuilt(c),
  )
  app.get(embedPath.slice(0, -1), (c) => embedded(c, ''))
  app.get(embedPath, (c) => embedded(c, ''))
  app.get(`${embedPath}:project`, (c) => embedded(c, c.req.param('project')))
  // Not `/embed/1/isolated/:project`: a static segment next to `:project` prevents Hono from using its fastest router.
  app.get(`${embedPath}:mode/:project`, (c, next) =>
    c.req.param('mode') === isolatedMode ? embedded(c, c.req.param('project'), true) : next(),
  )
  app.get('/sdk/*', async (c) => {
    const { path } = c.req
    const file = await serveSdk(path.slice('/sdk'.length), c.req.header('accept-encoding'), sdkHeaders(path))
    return file ?? c.text('Not found', 404, sdkHeaders('/missing'))
  })
  app.get('*', async (c) => {
    const { path } = c.req
    const file = await serveFile(path, c.req.header('accept-encoding'), assetHeaders(path))
    return file ?? c.text('Not found', 404, assetHeaders('/missing'))
  })
}
