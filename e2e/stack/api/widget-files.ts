import { brotliDecompressSync } from 'node:zlib'
import type { Context, Hono } from 'hono'
import {
  assetHeaders,
  type DocumentPolicy,
  documentHeaders,
} from '#server/core/documents/document-headers.ts'
import { inlineScriptSources } from '#server/web/inline-scripts.ts'
import type { ServerEnv } from '#server/web/server-env.ts'
import { createStaticFiles } from '#server/web/static-files.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { DeployConfigInput } from '#shared/config/deploy-config.ts'
import { documentProjectName } from '#shared/config/document-project.ts'
import { embedPath, isolatedEmbedPath } from '#shared/config/embed-path.ts'
import { socialNames } from '#shared/config/remote-features.ts'
import { acalaCurrency, polkadotCurrency } from '../chains/polkadot/local-genesis.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { frameOrigins, localProviders } from '../onramp/providers.ts'
import { type LocalSponsor, sponsorName } from '../sponsorship/local-sponsor.ts'
import { type Stack, siteOrigins } from '../stack-file.ts'
import { localProjects, removeTag } from './projects.ts'

/** The development page. It is built separately and is not part of a release. */
const developmentDirectory = new URL('../../../dist/widget-dev/', import.meta.url)
/** Where the local world serves the development pages: of the widget, and of the vault. */
const developmentPaths = ['/dev.html', '/vault-dev.html']

/** USDC and DAI are pinned. USDT and BARN are not, as examples of unverified tokens. */
const pinnedSymbols = ['USDC', 'DAI']

const pinnedTokens = ({ chains, solana }: Stack) =>
  [...chains.map(({ id, tokens }) => ({ id, tokens })), { id: solana.id, tokens: solana.mints }].flatMap(
    ({ id, tokens }) =>
      Object.entries(tokens)
        .filter(([symbol]) => pinnedSymbols.includes(symbol))
        .map(([symbol, token]) => ({ ...token, chain: parseChainId(id), symbol })),
  )

/** The deployment configuration of the local world: every service is on the widget's origin; local networks are added. */
export function localDeployConfig(
  chains: readonly RunningChain[],
  stack: Stack,
  sponsor: Pick<LocalSponsor, 'chainId'>,
): DeployConfigInput {
  const { solana, polkadot, acala, walletConnect, vault } = stack
  const local = { testnet: true, local: true } as const
  return {
    environment: 'local',
    apiUrl: '',
    blockchainApiUrl: '',
    rpcUrl: '',
    vaultUrl: vault.origin,
    socials: [...socialNames],
    sponsorship: { name: sponsorName, chains: [parseChainId(sponsor.chainId)] },
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

/** Sources that the local world adds to the policy of the server's documents. */
export const localPolicy = (stack: Stack): DocumentPolicy => ({
  connectSources: [],
  relayUrl: stack.walletConnect.relayUrl,
  frameSources: [...frameOrigins(localProviders(stack)), stack.vault.origin],
})

/** Serves the development page, which the server does not have. */
export function mountDevelopmentPage(app: Hono<ServerEnv>, stack: Stack): void {
  const serveFile = createStaticFiles(developmentDirectory)
  for (const path of developmentPaths)
    app.get(path, async (c) => {
      const page = await serveFile(path, c.req.header('accept-encoding'), (html) =>
        documentHeaders('top-level', localPolicy(stack), inlineScriptSources(html)),
      )
      return page ?? c.text('The widget is not built yet: run npm run build:widget', 503)
    })
  app.get('/dev-assets/*', async (c) => {
    const { path } = c.req
    const headers = { ...assetHeaders(path), 'cache-control': 'public, max-age=31536000, immutable' }
    const file = await serveFile(path, c.req.header('accept-encoding'), headers)
    return file ?? c.text('Not found', 404, assetHeaders('/missing'))
  })
}

/** Removes the `<meta>` element with the project from a document. */
async function removeProjectMeta(c: Context): Promise<void> {
  const encoded = Buffer.from(await c.res.arrayBuffer())
  const isBrotli = c.res.headers.get('content-encoding') === 'br'
  const html = (isBrotli ? brotliDecompressSync(encoded) : encoded).toString()
  const headers = new Headers(c.res.headers)
  headers.delete('content-encoding')
  const projectMeta = new RegExp(`<meta name="${documentProjectName}"[^>]*>`)
  c.res = new Response(html.replace(projectMeta, ''), { status: c.res.status, headers })
  c.res.headers.delete('content-encoding')
}

/** Changes the documents that the server sends for some projects: allowed frame ancestors and redirects. */
export function mountDocumentChanges(app: Hono<ServerEnv>, stack: Stack): void {
  const projects = new Map(localProjects(siteOrigins(stack)).map((one) => [one.project.id, one]))
  const change = async (c: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const { redirectTarget, frameAncestors, isStatic } =
      projects.get(removeTag(c.req.param('project') ?? '')) ?? {}
    if (redirectTarget !== undefined) return c.redirect(redirectTarget, 302)
    await next()
    if (isStatic) await removeProjectMeta(c)
    const policy = c.res.headers.get('content-security-policy')
    if (frameAncestors !== undefined && policy !== null)
      c.res.headers.set(
        'content-security-policy',
        policy.replace(/frame-ancestors [^;]+/, `frame-ancestors ${frameAncestors.join(' ')}`),
      )
    return undefined
  }
  app.use(`${embedPath}:project`, change)
  app.use(`${isolatedEmbedPath}:project`, change)
}
