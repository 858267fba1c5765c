import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from './child-process.ts'
import { freePort } from './free-port.ts'
import { pollUntil } from './poll-until.ts'

/** Caddy in front of a deployment and of the site that uses it, with TLS for the names of both. */
export type SiteProxy = {
  /** On loopback; clients must use names with it: `https://wallet.example` leads here. */
  readonly port: number
  /** SHA-256, in base64, of the public key of the authority that signed both certificates. */
  readonly authorityKey: string
  readonly stop: () => Promise<void>
}

type Options = {
  /** The Caddyfile of the package. */
  readonly caddyfile: string
  readonly serverPorts: readonly number[]
  /** Additional sites, as text of a Caddyfile. */
  readonly sites: string
}

/** SHA-256, in base64, of the public key of a certificate in PEM. */
export function publicKeyHash(certificate: string): string {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

/** Status of `/livez` at a name, with its certificate verified. */
const statusOf = (name: string, port: number, ca: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: name, ca, path: '/livez', agent: false as const }
    request({ ...options, headers: { host: name } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

/**
 * Caddy with the unchanged Caddyfile of the package, for `wallet.example`. Its local authority signs certificates of real
 * names; it uses free ports instead of 80 and 443.
 */
export async function startSiteProxy({ caddyfile, serverPorts, sites }: Options): Promise<SiteProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-site-proxy-'))
  const [port, httpPort] = [await freePort(), await freePort()]
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	local_certs
	skip_install_trust
	http_port ${httpPort}
	https_port ${port}
	storage file_system ${folder}/storage
}
import ${caddyfile}
${sites}
`,
  )
  const proxy = startProcess('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: folder,
      WALLET_SERVERS: serverPorts.map((serverPort) => `127.0.0.1:${serverPort}`).join(' '),
    },
  })
  const stop = async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const read = (name: string) => readFileSync(join(folder, 'storage/pki/authorities/local', name), 'utf8')
  try {
    await pollUntil(async () => {
      if (proxy.hasEnded()) return
      const status = await statusOf('wallet.example', port, read('root.crt'))
      if (status !== 200) throw new Error(`wallet.example answers ${status}`)
    })
    if (proxy.hasEnded()) throw new Error('Caddy ended')
    // Servers send the intermediate certificate, and not the root.
    return { port, authorityKey: publicKeyHash(read('intermediate.crt')), stop }
  } catch (error) {
    await stop()
    throw new Error(`Caddy does not answer:\n${proxy.output()}`, { cause: error })
  }
}
