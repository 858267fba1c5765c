/**
 * docs/deploy.md on a bare Debian 12 with Node, systemd and the packed server: each command of the document as it is, by a user with
 * sudo, behind Caddy and then nginx. Anvil stands for Ethereum; once everything is installed, the machine resolves no name by DNS.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SeededAnvil, seededAnvil } from '#stack/chains/testing/seeded-anvil.ts'
import { startPostgres, type TestPostgres } from '#server/store/testing/postgres.ts'
import { type BareDebian, bootBareDebian } from './bare-debian.ts'
import { documentedBlocks } from './documented-blocks.ts'
import { request } from './https-client.ts'
import { packWorkspace } from './packed-install.ts'
import { pollUntil } from './poll-until.ts'
import { type BlockRunner, createBlockRunner, inOrder } from './run-blocks.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const wallet = 'wallet.your-site.com'
const url = `https://${wallet}`
const isRoot = process.getuid?.() === 0

describe.skipIf(!isRoot)('docs/deploy.md on a bare Debian 12 (only as root)', () => {
  let folder: string
  let ethereum: SeededAnvil
  let postgres: TestPostgres
  let machine: BareDebian
  let runner: BlockRunner
  let deployThrough: (text: string) => Promise<void>
  /** PEM of the authority that signed the proxy's certificate. */
  let ca: string

  const { shell } = { shell: (command: string) => runner.shell(command) }
  /** A request from this machine, outside of the bare one. */
  const get = (path: string) => request(`${url}${path}`, { ca, address: '127.0.0.1' })
  const asServer = (command: string) =>
    shell(`sudo -u drawbridge sh -c 'cd /var/lib/drawbridge && ${command} --config /etc/drawbridge/drawbridge.config.json'`)
  const property = async (name: string) => (await shell(`systemctl show --property ${name} --value drawbridge`)).trim()
  const whenReady = () =>
    pollUntil(async () => {
      const { status } = await request('http://127.0.0.1:8787/readyz')
      if (status !== 200) throw new Error(`/readyz answers ${status}`)
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drawbridge-bare-'))
    const tarballs = await Promise.all(['server', 'host-sdk'].map((name) => packWorkspace(name, folder)))
    ethereum = await seededAnvil()
    postgres = await startPostgres({ isDurable: false })
    machine = await bootBareDebian({ files: tarballs, names: [wallet] })
    const budget = { pointsPerMinute: 1_000_000_000, codesPerHour: 1_000_000_000 }
    const settings = {
      networks: [{ id: ethereum.chainId, rpcUrls: [ethereum.chain.rpcUrl] }],
      walletConnect: { relayUrl: 'none' },
      limits: { project: budget, ip: budget },
    }
    runner = createBlockRunner(
      {
        start: machine.start,
        write: (name, text) => writeFileSync(machine.path(`/home/ops/site/${name}`), text),
      },
      {
        '"publicUrl": "https://wallet.example"': `"publicUrl": "${url}"`,
        '"networks": [{ "id": "eip155:1", "rpcUrls": ["https://node.example/key"] }]': JSON.stringify(settings).slice(1, -1),
        // What ends the pager of an interactive shell does not matter here.
      },
    )
    deployThrough = inOrder(documentedBlocks(read('docs/deploy.md')), runner.execute)
  }, 300_000)

  afterAll(async () => {
    await runner?.stopAll()
    await machine?.remove()
    await postgres?.stop()
    await ethereum?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('from the installation to the unit › the server runs, with the secrets of its unit', async () => {
    await deployThrough('DRAWBRIDGE_SECRET_KEYS_FILE=secrets/secret-keys.json drawbridge serve')
    await runner.stop('http://localhost:8787/readyz')
    await deployThrough('systemctl enable --now drawbridge')
    await deployThrough('drawbridge project list')
    expect(await shell('systemctl is-enabled drawbridge')).toBe('enabled\n')
    expect(await shell('sudo journalctl --unit drawbridge --output cat')).toContain('listening on http://127.0.0.1:8787')
  }, 180_000)
})
