import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import type { Project } from '../../ports/stores/projects.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { inlineScriptSources } from '../../web/inline-scripts.ts'
import { createStaticFiles } from '../../web/static-files.ts'
import type { CheckVerdict } from '../check-verdict.ts'
import type { Fetch } from '../http.ts'
import { runChecks } from '../run-checks.ts'

const version = '1.2.3'
const url = 'https://wallet.example'
const relayUrl = 'wss://relay.example'

/** CAIP-2 ids of chains whose nodes respond, with the identity that they return. */
const identities: Readonly<Record<string, string>> = {
  'eip155:1': '0x1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': `0x91b171bb158e2d3848fa23a9f1c25182${'0'.repeat(32)}`,
}

function writeBuild(folder: string): void {
  const sdk = join(folder, 'sdk/v1')
  const exact = join(folder, 'sdk', version)
  const widget = join(folder, 'widget')
  for (const path of [sdk, exact, widget]) mkdirSync(path, { recursive: true })
  const script = 'export {}\n'
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const files = Object.fromEntries(
    ['drawbridge.js', 'button.js'].map((name) => [name, { integrity, bytes: script.length }]),
  )
  for (const name of Object.keys(files)) writeFileSync(join(sdk, name), script)
  for (const path of [sdk, exact])
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ version, protocol: 1, files }))
  writeFileSync(
    join(widget, 'index.html'),
    `<!doctype html><html><head><script>greet("widget-${version}")</script></head></html>`,
  )
  writeFileSync(join(widget, 'confirm.html'), '<!doctype html>')
}

/** What a test changes in a response; undefined members stay unchanged. */
export type Change = {
  /** Start of the path. */
  readonly path: string
  readonly status?: number
  readonly body?: string
  /** An empty value removes the header. */
  readonly headers?: Readonly<Record<string, string>>
  /** Edits the policy. */
  readonly policy?: (text: string) => string
  /** Responses that it applies to; default: all. */
  readonly when?: (request: RequestInit, response: Response) => boolean
}

async function changed(response: Response, { status, body, headers, policy }: Change): Promise<Response> {
  const sent = new Headers(response.headers)
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === '') sent.delete(name)
    else sent.set(name, value)
  }
  const csp = sent.get('content-security-policy')
  if (policy !== undefined && csp !== null) sent.set('content-security-policy', policy(csp))
  const content = body ?? (await response.arrayBuffer())
  return new Response(content, { status: status ?? response.status, headers: sent })
}

/** The real server with files of a build, at https://wallet.example, for pages of https://shop.example. */
export async function openTestDeployment() {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-'))
  writeBuild(folder)
  const filesIn = (name: string) => createStaticFiles(pathToFileURL(`${join(folder, name)}/`))
  const identitiesByChain = new Map(Object.entries(identities))
  const server = await openTestServer({
    serveFile: filesIn('widget'),
    serveSdk: filesIn('sdk'),
    policy: { connectSources: [], frameSources: [], relayUrl },
    widgetConfig: { environment: 'production', walletConnect: { relayUrl } },
    // The API lists the chains whose balances are read.
    balances: [{ chainIds: () => [...identitiesByChain.keys()], balances: async () => [] }],
    rpc: {
      chainIds: () => [...identitiesByChain.keys()],
      send: async (chainId: string, calls: readonly RpcRequest[]) => {
        const result = identitiesByChain.get(chainId)
        if (result === undefined) throw new UnsupportedChainError(chainId)
        if (result === '') throw new Error('The node is away')
        return calls.map(({ id }) => ({ jsonrpc: '2.0' as const, id, result }))
      },
    },
  })

  const fetchWith =
    (changes: readonly Change[]): Fetch =>
    async (target, request) => {
      const response = await server.app.request(target, request)
      const { pathname } = new URL(target)
      const change = changes.find(
        ({ path, when }) => pathname.startsWith(path) && (when?.(request, response) ?? true),
      )
      return change === undefined ? response : changed(response, change)
    }

  return {
    url,
    fetchWith,
    /** Identities by chain id; an empty identity: the node does not respond. */
    answers: identitiesByChain,
    changeProject: (change: Partial<Project>) => server.stores.projects.change('demo-key', change),
    /** Runs the checks for a page of an origin, with changed responses. */
    runChecks: (
      changes: readonly Change[] = [],
      responseChanges: Partial<Parameters<typeof runChecks>[0]> = {},
      page: string | 'none' = 'https://shop.example',
    ): Promise<readonly CheckVerdict[]> =>
      runChecks({
        ...{ url, projectId: 'demo', version },
        ...(page !== 'none' && { pageOrigin: page }),
        ...{ fetch: fetchWith(changes), scriptsOf: inlineScriptSources },
        probeSocket: async () => ({ is: 'open' }),
        ...responseChanges,
      }),
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
