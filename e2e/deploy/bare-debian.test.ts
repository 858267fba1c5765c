/**
 * docs/deploy.md on a bare Debian 12 with Node, systemd and the packed server: each command of the document unchanged, by a
 * user with sudo, behind Caddy and then nginx; and the operations of docs/operate.md on the unit. Anvil replaces Ethereum.
 * Once everything is installed, the machine resolves no names by DNS, so that no public node is called.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SeededAnvil, startSeededAnvil } from '#stack/chains/testing/seeded-anvil.ts'
import { type BareDebian, bootBareDebian } from './bare-debian.ts'
import { type Block, documentedBlocks } from './documented-blocks.ts'
import { request } from './https-client.ts'
import { packWorkspace } from './packed-install.ts'
import { pollUntil } from './poll-until.ts'
import { type BlockRunner, createBlockRunner, createSequentialRunner } from './run-blocks.ts'
import { createLoadClient, load } from './steady-load.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const wallet = 'wallet.your-site.com'
const url = `https://${wallet}`
const query = 'projectId=shop&st=test&sv=1'
const site = '/home/ops/site'
const data = '/var/lib/drawbridge'
const packageFolder = '/usr/local/lib/node_modules/@drawbridge/server'
/** Restarts under load, behind each proxy. */
const restarts = 3
/** In tenths: the exposure of the unit by `systemd-analyze security`, from 0 (sandboxed) to 100. */
const exposureMax = 15

describe.skipIf(process.getuid?.() !== 0)('docs/deploy.md on a bare Debian 12 (only as root)', () => {
  let folder: string
  let ethereum: SeededAnvil
  let machine: BareDebian
  let runner: BlockRunner
  let deployThrough: (text: string) => Promise<void>
  /** PEM of the authority that signed the proxy's certificate. */
  let ca = ''

  const shell = (command: string) => runner.shell(command)
  /** A request from outside of the bare machine. */
  const requestProxy = (path: string) => request(`${url}${path}`, { ca, address: '127.0.0.1' })
  const property = async (name: string) =>
    (await shell(`systemctl show --property ${name} --value drawbridge`)).trim()
  const origins = async () => (await requestProxy(`/projects/v1/origins?${query}`)).body.toString()
  const waitUntilReady = () =>
    pollUntil(async () => {
      const { status } = await request('http://127.0.0.1:8787/readyz')
      if (status !== 200) throw new Error(`/readyz answers ${status}`)
    })
  const createRunner = (replacements: Readonly<Record<string, string>>) =>
    createBlockRunner(
      { start: machine.start, write: (name, text) => machine.write(join(site, name), text) },
      replacements,
    )
  /** The block of docs/operate.md that requires the unit, and contains a text. */
  const operation = (text: string): Block => {
    const blocks = documentedBlocks(read('docs/operate.md')).filter(({ mark }) => mark === 'machine')
    const found = blocks.find((block) => block.text.includes(text))
    if (found === undefined) throw new Error(`docs/operate.md has no block with ${text}`)
    return found
  }
  /** Restarts the unit while clients send requests through the proxy. @returns errors of requests */
  const restartUnderLoad = async () => {
    const client = createLoadClient({ url, ca })
    let isOver = false
    const loading = load(client, 4, () => isOver)
    try {
      for (let n = 0; n < restarts; n += 1) {
        await shell('sudo systemctl restart drawbridge')
        await waitUntilReady()
      }
    } finally {
      isOver = true
    }
    const { requests, failures } = await loading
    client.close()
    expect(requests).toBeGreaterThan(20 * restarts)
    return failures
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drawbridge-bare-'))
    const files = await Promise.all(['server', 'host-sdk'].map((name) => packWorkspace(name, folder)))
    ethereum = await startSeededAnvil()
    machine = await bootBareDebian({ files, names: [wallet] })
    const budget = { pointsPerMinute: 1_000_000_000, codesPerHour: 1_000_000_000 }
    const settings = {
      networks: [{ id: ethereum.chainId, rpcUrls: [ethereum.chain.rpcUrl] }],
      walletConnect: { relayUrl: 'none' },
      limits: { project: budget, ip: budget },
    }
    runner = createRunner({
      '"publicUrl": "https://wallet.example"': `"publicUrl": "${url}"`,
      '"networks": [{ "id": "eip155:1", "rpcUrls": ["https://node.example/key"] }]': JSON.stringify(
        settings,
      ).slice(1, -1),
    })
    deployThrough = createSequentialRunner(documentedBlocks(read('docs/deploy.md')), runner.execute)
  }, 300_000)

  afterAll(async () => {
    await runner?.stopAll()
    await machine?.remove()
    await ethereum?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 180_000)

  it('from the installation to the unit › the server runs', { timeout: 180_000 }, async () => {
    await deployThrough('DRAWBRIDGE_SECRET_KEYS_FILE=secrets/secret-keys.json drawbridge serve')
    await runner.stop('http://localhost:8787/readyz')
    await deployThrough('systemctl enable --now drawbridge')
    await deployThrough('cd /var/lib/drawbridge')
    expect(await shell('systemctl is-enabled drawbridge.service drawbridge.socket')).toBe(
      'enabled\nenabled\n',
    )
    expect(await shell('sudo journalctl --unit drawbridge --output cat')).toContain(
      'listening on http://127.0.0.1:8787',
    )
  })

  it('unit › reads its secrets', { timeout: 60_000 }, async () => {
    // Smart sessions require secretKeys; without them the server does not start.
    const configuration = machine.path('/etc/drawbridge/drawbridge.config.json')
    const { publicUrl, ...rest } = JSON.parse(readFileSync(configuration, 'utf8'))
    writeFileSync(configuration, JSON.stringify({ publicUrl, ...rest, sessions: { isEnabled: true } }))
    await shell('sudo systemctl restart drawbridge')
    await waitUntilReady()
    expect(await property('NRestarts')).toBe('0')
  })

  it('sandbox › systemd reports low exposure', { timeout: 30_000 }, async () => {
    await shell('systemd-analyze verify drawbridge.service drawbridge.socket')
    const measured = await shell(`systemd-analyze security --threshold=${exposureMax} drawbridge`)
    expect(measured).toMatch(/Overall exposure level for drawbridge.service: 1\.\d OK/)
  })

  it('killed › restarted, with its stored data', { timeout: 60_000 }, async () => {
    const pid = await property('MainPID')
    await shell('sudo systemctl kill --kill-whom=main --signal=KILL drawbridge')
    await waitUntilReady()
    expect(await property('MainPID')).not.toBe(pid)
    expect(await property('NRestarts')).toBe('1')
    const { body } = await request(`http://127.0.0.1:8787/projects/v1/origins?${query}`)
    expect(body.toString()).toContain('https://shop.example')
  })

  it('invalid configuration › corrected › starts by itself', { timeout: 60_000 }, async () => {
    const configuration = machine.path('/etc/drawbridge/drawbridge.config.json')
    const text = readFileSync(configuration, 'utf8')
    writeFileSync(configuration, text.replace('"publicUrl"', '"publicURL"'))
    const before = Number(await property('NRestarts'))
    await shell('sudo systemctl restart drawbridge || true')
    // More often than systemd tries by default.
    await pollUntil(async () => {
      const attempts = Number(await property('NRestarts')) - before
      if (attempts < 6)
        throw new Error(`Tried ${attempts} times: ${await shell('systemctl status drawbridge || true')}`)
    }, 40_000)
    writeFileSync(configuration, text)
    await waitUntilReady()
  })

  it('migrate as root › PostgreSQL has the tables', { timeout: 120_000 }, async () => {
    await shell('sudo apt-get install -y postgresql')
    await shell(
      `cd /; sudo -u postgres psql --command "CREATE ROLE drawbridge LOGIN PASSWORD 'password'"; sudo -u postgres createdb --owner drawbridge drawbridge`,
    )
    const port = (await shell('pg_lsclusters --no-header')).split(/\s+/)[2]
    machine.write(
      '/etc/drawbridge/database-url',
      `postgres://drawbridge:password@localhost:${port}/drawbridge\n`,
    )
    await shell('sudo chmod 0600 /etc/drawbridge/database-url')
    await deployThrough('drawbridge migrate')
    expect(await shell('cd /; sudo -u postgres psql --command "\\dt" drawbridge')).toContain('projects')
  })

  it('Caddy › serves the widget over TLS', { timeout: 120_000 }, async () => {
    await deployThrough('systemctl reload caddy')
    machine.setDns(false)
    const root = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
    await pollUntil(async () => {
      ca = readFileSync(machine.path(root), 'utf8')
      expect((await requestProxy('/readyz')).status).toBe(200)
    })
    const tag = await requestProxy('/sdk/v1/drawbridge.js')
    expect(tag.headers['access-control-allow-origin']).toBe('*')
    expect(tag.body).toEqual(readFileSync(machine.path(`${packageFolder}/dist/sdk/v1/drawbridge.js`)))
    const plain = await request(`http://${wallet}/`, { address: '127.0.0.1' })
    expect([plain.status, plain.headers.location]).toEqual([308, `${url}/`])
  })

  it('restarted behind Caddy › no request fails', { timeout: 120_000 }, async () => {
    expect(await restartUnderLoad()).toEqual([])
    expect(await origins()).toContain('https://shop.example')
  })

  it('backup restored by operate.md › has the stored data', { timeout: 60_000 }, async () => {
    const stored = await origins()
    await runner.execute(operation('drawbridge backup'))
    const file = readdirSync(machine.path(data)).find((name) => name.endsWith('.jsonl')) ?? ''
    const { execute } = createRunner({ 'drawbridge-2026-11-27T12-00-00Z.jsonl': file })
    await execute(operation('drawbridge restore'))
    await waitUntilReady()
    expect(readdirSync(machine.path(`${data}/former`))).toContain('drawbridge.db')
    expect(await origins()).toBe(stored)
  })

  it('upgrade by operate.md › the server runs', { timeout: 120_000 }, async () => {
    machine.setDns(true)
    const pid = await property('MainPID')
    await createRunner({ '0.2.0': '0.1.0' }).execute(operation('npm install'))
    machine.setDns(false)
    await waitUntilReady()
    expect(await property('MainPID')).not.toBe(pid)
  })

  it('nginx › serves the widget over TLS', { timeout: 180_000 }, async () => {
    await shell('sudo systemctl disable --now caddy')
    machine.setDns(true)
    await deployThrough('certbot')
    machine.setDns(false)
    const certificate = join(folder, 'certificate.pem')
    const key = join(folder, 'key.pem')
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', `/CN=${wallet}`],
        ...['-addext', `subjectAltName=DNS:${wallet}`],
      ],
      { stdio: 'pipe' },
    )
    ca = readFileSync(certificate, 'utf8')
    machine.write(`/etc/letsencrypt/live/${wallet}/fullchain.pem`, ca)
    machine.write(`/etc/letsencrypt/live/${wallet}/privkey.pem`, readFileSync(key, 'utf8'))
    await deployThrough('systemctl reload nginx')
    await pollUntil(async () => expect((await requestProxy('/readyz')).status).toBe(200))
    expect((await requestProxy('/sdk/v1/drawbridge.js')).status).toBe(200)
    // Until nginx has ended its old processes, one of them can respond.
    await pollUntil(async () => {
      const { status, headers } = await request(`http://${wallet}/`, { address: '127.0.0.1' })
      expect([status, headers.location]).toEqual([301, `${url}/`])
    })
  })

  it('restarted behind nginx › no request fails', { timeout: 120_000 }, async () => {
    expect(await restartUnderLoad()).toEqual([])
  })

  it('doctor › reports only the missing nodes and relay', {
    timeout: 60_000,
  }, async () => {
    machine.write('/etc/ssl/private-authority.pem', ca)
    machine.write(
      '/etc/profile.d/authority.sh',
      'export NODE_EXTRA_CA_CERTS=/etc/ssl/private-authority.pem\n',
    )
    await deployThrough('drawbridge doctor')
    const printed = await shell(`drawbridge doctor ${url} --project shop --origin https://shop.example`)
    const others = printed.split('\n').filter((line) => !line.startsWith('ok '))
    expect(others.filter((line) => !line.startsWith('warning  RPC gateway'))).toEqual([
      expect.stringMatching(/^warning {2}WalletConnect relay: is turned off/),
      expect.stringMatching(/^0 errors, /),
      '',
    ])
  })
})
