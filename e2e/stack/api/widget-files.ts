import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DeployConfigInput } from '#shared/config/deploy-config.ts'
import { embedPath, isolatedEmbedPath } from '#shared/config/embed-path.ts'
import { acalaCurrency, polkadotCurrency } from '../chains/polkadot/local-genesis.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { frameOrigins, localProviders } from '../onramp/providers.ts'
import type { Stack } from '../stack-file.ts'
import {
  assetHeaders,
  confirmHeaders,
  type DocumentProject,
  documentHeaders,
  inlineScriptSources,
  reportPath,
} from './headers.ts'
import { findProject, type Project } from './projects.ts'
import { createStaticFiles } from './static-files.ts'

const widgetDirectory = new URL('../../../dist/widget/', import.meta.url)
/** Manual testing and samples: built beside the release, which has none of it. */
const developmentDirectory = new URL('../../../dist/widget-dev/', import.meta.url)
/** Where the local world serves the development page. */
const developmentPath = '/dev.html'
const confirmPath = '/confirm.html'

/** USDC and DAI are pinned; USDT and BARN stay unlisted, as tokens that the deployment does not vouch for. */
const pinnedSymbols = ['USDC', 'DAI']

const pinnedTokens = ({ chains, solana }: Stack) =>
  [...chains.map(({ id, tokens }) => ({ id, tokens })), { id: solana.id, tokens: solana.mints }].flatMap(
    ({ id, tokens }) =>
      Object.entries(tokens)
        .filter(([symbol]) => pinnedSymbols.includes(symbol))
        .map(([symbol, token]) => ({ ...token, chain: parseChainId(id), symbol })),
  )

/** What the operator of the local world decides: everything is on the widget's own origin, and one more network. */
function localDeployConfig(chains: readonly RunningChain[], stack: Stack): DeployConfigInput {
  const { solana, polkadot, acala, walletConnect } = stack
  const local = { testnet: true, local: true } as const
  return {
    environment: 'local',
    apiUrl: '',
    blockchainApiUrl: '',
    rpcUrl: '',
    walletConnect: { relayUrl: walletConnect.relayUrl, verify: false },
    onrampProviders: [...localProviders(stack)],
    swapNetworks: [parseChainId(solana.id)],
    tokens: pinnedTokens(stack),
    networks: [
      ...chains
        .filter((chain) => !chain.plan.configured)
        .map((chain) => ({
          id: `eip155:${chain.plan.chainId}`,
          name: chain.plan.name,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [chain.rpcUrl],
          ...local,
        })),
      {
        id: solana.id,
        name: 'Local Solana',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        imageId: 'solana',
        ...local,
      },
      {
        id: polkadot.id,
        name: 'Local Polkadot',
        nativeCurrency: polkadotCurrency,
        imageId: 'polkadot',
        ...local,
      },
      { id: acala.id, name: 'Local Acala', nativeCurrency: acalaCurrency, ...local },
    ],
  }
}

/** Serves the built widget with the headers it needs in production, and the local `widget.config.json`. */
export function mountWidgetFiles(
  app: Hono<{ Bindings: HttpBindings }>,
  projects: ReadonlyMap<string, Project>,
  chains: readonly RunningChain[],
  stack: Stack,
): void {
  const serveFile = createStaticFiles(widgetDirectory)
  const serveDevelopment = createStaticFiles(developmentDirectory)
  const frames = frameOrigins(localProviders(stack))

  async function document(
    c: Context,
    project: DocumentProject,
    framed: readonly string[] | 'isolated' = frames,
    { serve, path } = { serve: serveFile, path: '/index.html' },
  ): Promise<Response> {
    const index = await serve(path, c.req.header('accept-encoding'), (html) =>
      documentHeaders(project, stack.walletConnect.relayUrl, inlineScriptSources(html), framed),
    )
    return index ?? c.text('The widget is not built yet: run npm run build:widget', 503)
  }

  const embedded = (c: Context, id: string, framed?: 'isolated') => {
    const project = findProject(projects, id) ?? 'unknown'
    if (typeof project === 'object' && project.redirectsTo !== undefined)
      return c.redirect(project.redirectsTo, 302)
    return document(c, project, framed)
  }
  app.get('/widget.config.json', (c) =>
    c.json(localDeployConfig(chains, stack), 200, { 'cache-control': 'no-store' }),
  )
  // The local world keeps no reports; a deployment sends them to its own collector.
  app.post(reportPath, (c) => c.body(null, 204))
  app.get('/', (c) => document(c, 'top-level'))
  app.get('/index.html', (c) => document(c, 'top-level'))
  app.get(confirmPath, async (c) => {
    const headers = confirmHeaders(stack.walletConnect.relayUrl)
    const page = await serveFile(confirmPath, c.req.header('accept-encoding'), headers)
    return page ?? c.text('The widget is not built yet: run npm run build:widget', 503)
  })
  app.get(developmentPath, (c) =>
    document(c, 'top-level', frames, { serve: serveDevelopment, path: developmentPath }),
  )
  app.get('/dev-assets/*', async (c) => {
    const { path } = c.req
    const file = await serveDevelopment(path, c.req.header('accept-encoding'), assetHeaders(path))
    return file ?? c.text('Not found', 404, assetHeaders('/missing'))
  })
  app.get(embedPath.slice(0, -1), (c) => embedded(c, ''))
  app.get(embedPath, (c) => embedded(c, ''))
  app.get(`${embedPath}:project`, (c) => embedded(c, c.req.param('project')))
  app.get(`${isolatedEmbedPath}:project`, (c) => embedded(c, c.req.param('project'), 'isolated'))
  app.get('*', async (c) => {
    const path = c.req.path
    const file = await serveFile(path, c.req.header('accept-encoding'), assetHeaders(path))
    return file ?? c.text('Not found', 404, assetHeaders('/missing'))
  })
}
