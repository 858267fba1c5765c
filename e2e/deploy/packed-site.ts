import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/store/testing/postgres.ts'
import type { Stack } from '#stack/stack-file.ts'
import { startProcess } from './child-process.ts'
import { type CleanUp, openWithCleanUp } from './clean-up.ts'
import { folderBlocks } from './documented-blocks.ts'
import { type CommandFolder, openCommandFolder } from './documented-commands.ts'
import { freePort } from './free-port.ts'
import { type MainNetChains, startMainNetChains } from './main-net-chains.ts'
import { installPacked, type PackedInstall } from './packed-install.ts'
import { createSequentialRunner } from './run-blocks.ts'
import { type SiteProxy, startSiteProxy } from './site-proxy.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
export const deployment = read('docs/deploy.md')

/**
 * The first code block in a document that contains a text, with any mark.
 * @param language of the block, such as `sh`.
 * @throws Error if there is none
 */
export function findBlock(document: string, language: string, containing: string): string {
  const blocks = [...read(document).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const found = blocks.find(([, name, text = '']) => name === language && text.includes(containing))
  if (found === undefined) throw new Error(`${document} has no block with ${containing}`)
  return found[2] ?? ''
}

export type PackedSite = {
  /** The folder in which the documents' commands run. */
  readonly commands: CommandFolder
  /** Executes the marked blocks of docs/deploy.md that it has not executed yet, up to the first one with this text. */
  readonly deployThrough: (text: string) => Promise<void>
  /** Starts Caddy in front of the servers at these ports of the document, and of the shop. */
  readonly openProxy: (documentedPorts: readonly string[]) => Promise<SiteProxy>
  /** The local chains with the ids of the main nets. */
  readonly chains: MainNetChains
  readonly close: () => Promise<void>
}

/** The front page of the shop, with the script tag of the README. */
const frontPage = () => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tidewater Coffee</title>
<link rel="icon" href="data:,">
${findBlock('README.md', 'html', '/sdk/').replace('your-project', 'shop')}</html>
`
/** The sign-in page of the shop, with the npm package. */
const accountPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Tidewater Coffee</title>
<link rel="icon" href="data:,">
<script type="module" src="./site.js"></script>
</html>
`
const accountScript = () => `import { createDrawbridge } from '@drawbridge/host-sdk'
globalThis.bridge = ${findBlock('docs/deploy.md', 'ts', 'createDrawbridge({')}`

/** Creates the pages of the shop. @returns their folder */
export async function createPages(install: PackedInstall): Promise<string> {
  const pages = mkdtempSync(join(tmpdir(), 'drawbridge-shop-'))
  const out = join(pages, 'account')
  mkdirSync(out)
  writeFileSync(join(pages, 'index.html'), frontPage())
  await install.bundleSite({ html: accountPage, script: accountScript(), base: '/account/', out })
  return pages
}

const hostOf = (url: string) => url.replace('http://', '')

/**
 * Sites of the shop, as text of a Caddyfile: its pages, its backend, and the files and the node of the test wallets, which
 * replace extensions.
 */
export const shopSite = (
  pages: string,
  backendPort: string,
  { dapp }: Stack,
  { solana }: MainNetChains,
) => `shop.example {
	handle /__stack/rpc/solana {
		reverse_proxy ${hostOf(solana.rpcUrl)}
	}
	handle /__stack/* {
		reverse_proxy ${hostOf(dapp.loopback)}
	}
	@backend path /nonce /sign-in /me
	handle @backend {
		reverse_proxy 127.0.0.1:${backendPort}
	}
	handle {
		root * ${pages}
		file_server
	}
}`

type Options = {
  readonly stack: Stack
  /** Labels of accounts with funds on the Solana and Polkadot chains. */
  readonly funded: readonly string[]
}

/**
 * Installs the packed server and SDK into empty folders, and prepares the requirements of docs/deploy.md: nodes of chains
 * (local ones with the ids of the main nets), PostgreSQL, Redis and a site. Runs no command of the document.
 */
export const openPackedSite = (options: Options): Promise<PackedSite> =>
  openWithCleanUp((cleanUp) => prepare(options, cleanUp))

async function prepare({ stack, funded }: Options, cleanUp: CleanUp): Promise<Omit<PackedSite, 'close'>> {
  const install = await installPacked()
  cleanUp.push(install.remove)
  const chains = await startMainNetChains(stack, funded)
  cleanUp.push(chains.stop)
  const postgres = await startPostgres({ isDurable: false })
  cleanUp.push(postgres.stop)
  const pages = await createPages(install)
  cleanUp.push(() => rmSync(pages, { recursive: true, force: true }))
  const redisPort = String(await freePort())
  const redisArgs = ['--port', redisPort, '--bind', '127.0.0.1', '--save', '', '--dir', pages]
  const redis = startProcess('redis-server', redisArgs)
  cleanUp.push(redis.stop)

  const port = String(await freePort())
  const networks = chains.networks.map((network) => JSON.stringify(network)).join(', ')
  const commands = openCommandFolder({
    command: `'${install.command}'`,
    replacements: {
      '8787': port,
      '8788': String(await freePort()),
      '3000': String(await freePort()),
      '{ "id": "eip155:1", "rpcUrls": ["https://node.example/key"] }': networks,
      'postgres://drawbridge:password@db.internal/drawbridge': await postgres.createDatabase(),
      'redis://cache.internal:6379': `redis://127.0.0.1:${redisPort}`,
    },
    environment: { DRAWBRIDGE_PORT: port },
  })
  cleanUp.push(commands.close)

  const sites = shopSite(pages, commands.adapt('3000'), stack, chains)
  let proxy: SiteProxy | undefined
  cleanUp.push(() => proxy?.stop())
  return {
    commands,
    chains,
    deployThrough: createSequentialRunner(folderBlocks(deployment), commands.execute),
    openProxy: async (documentedPorts) => {
      await proxy?.stop()
      const serverPorts = documentedPorts.map((documented) => Number(commands.adapt(documented)))
      proxy = await startSiteProxy({ caddyfile: install.deployFile('Caddyfile'), serverPorts, sites })
      return proxy
    },
  }
}
