import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '#stack/stack-file.ts'
import { bootBareDebian } from './bare-debian.ts'
import { type CleanUp, openWithCleanUp } from './clean-up.ts'
import { documentedBlocks } from './documented-blocks.ts'
import { request } from './https-client.ts'
import { type MainNetChains, startMainNetChains } from './main-net-chains.ts'
import { installPacked } from './packed-install.ts'
import { createPages, deployment, shopSite } from './packed-site.ts'
import { pollUntil } from './poll-until.ts'
import { type BlockRunner, createBlockRunner, createSequentialRunner } from './run-blocks.ts'
import { publicKeyHash, type SiteProxy } from './site-proxy.ts'

/** A bare Debian machine with the server, Caddy and the shop, deployed by the commands of docs/deploy.md. */
export type BareSite = {
  readonly commands: BlockRunner
  /** Caddy of the machine. */
  readonly proxy: SiteProxy
  /** The local chains with the ids of the main nets. */
  readonly chains: MainNetChains
  readonly close: () => Promise<void>
}

type Options = {
  readonly stack: Stack
  /** Labels of accounts with funds on the Solana and Polkadot chains. */
  readonly funded: readonly string[]
}

const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local'
/** Blocks of other ways to deploy, which bare-debian.test.ts runs. */
const isOtherDeployment = /nginx|drawbridge migrate|drawbridge doctor/

/** Boots the machine, and runs the commands of the document until the site is reachable. */
export const openBareSite = (options: Options): Promise<BareSite> =>
  openWithCleanUp((cleanUp) => deploy(options, cleanUp))

async function deploy({ stack, funded }: Options, cleanUp: CleanUp): Promise<Omit<BareSite, 'close'>> {
  const install = await installPacked()
  cleanUp.push(install.remove)
  const chains = await startMainNetChains(stack, funded)
  cleanUp.push(chains.stop)
  const pages = await createPages(install)
  cleanUp.push(() => rmSync(pages, { recursive: true, force: true }))
  const machine = await bootBareDebian({ files: install.tarballs, names: ['wallet.example'] })
  cleanUp.push(machine.remove)
  const target = {
    start: machine.start,
    write: (name: string, text: string) => machine.write(join('/home/ops/site', name), text),
  }
  const commands = createBlockRunner(target, {
    'wallet.your-site.com': 'wallet.example',
    '{ "id": "eip155:1", "rpcUrls": ["https://node.example/key"] }': chains.networks
      .map((network) => JSON.stringify(network))
      .join(', '),
  })
  cleanUp.push(commands.stopAll)
  const blocks = documentedBlocks(deployment).filter(({ text }) => !isOtherDeployment.test(text))
  const deployThrough = createSequentialRunner(blocks, commands.execute)

  await deployThrough('DRAWBRIDGE_SECRET_KEYS_FILE=secrets/secret-keys.json drawbridge serve')
  await commands.stop('http://localhost:8787/readyz')
  await deployThrough('tls internal')
  // Without DNS, no public node can be called.
  machine.setDns(false)
  cpSync(pages, machine.path('/srv/shop'), { recursive: true })
  await commands.shell('sudo chmod -R a+rX /srv/shop')
  const shop = shopSite('/srv/shop', '3000', stack, chains).replace('{', '{\n\ttls internal')
  appendFileSync(machine.path('/etc/caddy/Caddyfile'), `\n${shop}\n`)
  await deployThrough('node backend.mjs')
  const read = (name: string) => readFileSync(machine.path(`${authority}/${name}`), 'utf8')
  await pollUntil(async () => {
    for (const url of ['https://wallet.example/readyz', 'https://shop.example/account/']) {
      const { status } = await request(url, { ca: read('root.crt'), address: '127.0.0.1' })
      if (status !== 200) throw new Error(`${url} answers ${status}`)
    }
  })
  const proxy = {
    port: 443,
    authorityKey: publicKeyHash(read('intermediate.crt')),
    stop: async () => undefined,
  }
  return { commands, proxy, chains }
}
