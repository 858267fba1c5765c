import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { type RunningProcess, startProcess } from './child-process.ts'
import { freePort } from './free-port.ts'
import { request } from './https-client.ts'

const deployFile = (name: string) => fileURLToPath(new URL(`../../server/deploy/${name}`, import.meta.url))

/** A reverse proxy with TLS in front of one or several servers. */
export type ReverseProxy = {
  /** `https://localhost:<port>`; the vault's host is `vault.localhost` with the same port. */
  readonly url: string
  /** PEM of the authority that signed its certificate. */
  readonly ca: string
  readonly stop: () => Promise<void>
}

/** @throws Error with the command that installs the package */
function requireProgram(paths: readonly string[], debianPackage: string): string {
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    `${debianPackage} is not installed: run \`apt-get install ${debianPackage}\`, then the tests again`,
  )
}

/** Waits until the proxy responds. @throws Error with its output if it ends before */
async function waitUntilReady(proxy: RunningProcess, url: string, readCa: () => string): Promise<string> {
  let ca = ''
  await vi.waitFor(
    async () => {
      if (proxy.hasEnded()) return
      ca = readCa()
      await request(`${url}/livez`, { ca })
    },
    { timeout: 20_000, interval: 50 },
  )
  if (proxy.hasEnded()) throw new Error(`The proxy ended:\n${proxy.output()}`)
  return ca
}

async function open(
  proxy: RunningProcess,
  url: string,
  folder: string,
  readCa: () => string,
): Promise<ReverseProxy> {
  const stop = async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { url, ca: await waitUntilReady(proxy, url, readCa), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const addressesOf = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`).join(' ')

/** Caddy with the unchanged `server/deploy/Caddyfile`; for `localhost` it creates a local authority. */
export const startCaddy = async (serverPorts: readonly number[]): Promise<ReverseProxy> =>
  runCaddy('Caddyfile', await freePort(), { WALLET_SERVERS: addressesOf(serverPorts) })

/** Caddy with the unchanged `server/deploy/Caddyfile-apart`, on a port that the servers' `publicUrl` has. */
export const startCaddyApart = (port: number, serverPort: number, embeddedPort: number) =>
  runCaddy('Caddyfile-apart', port, {
    VAULT_HOST: 'vault.localhost',
    WALLET_SERVERS: addressesOf([serverPort]),
    EMBEDDED_WALLET_SERVERS: addressesOf([embeddedPort]),
  })

async function runCaddy(
  name: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ReverseProxy> {
  const program = requireProgram(['/usr/bin/caddy', '/usr/local/bin/caddy'], 'caddy')
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-caddy-'))
  const httpPort = await freePort()
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	skip_install_trust
	http_port ${httpPort}
	storage file_system ${folder}/storage
}
import ${deployFile(name)}
`,
  )
  const proxy = startProcess(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: {
      HOME: folder,
      WALLET_SITES: `localhost:${port}, vault.localhost:${port}`,
      ...env,
    },
  })
  const readCa = () => readFileSync(join(folder, 'storage/pki/authorities/local/root.crt'), 'utf8')
  return open(proxy, `https://localhost:${port}`, folder, readCa)
}

/** nginx with `server/deploy/nginx.conf` without keep-alive to the server: HTTP/1.0, one connection for each request. */
export const startNginxWithoutKeepAlive = (serverPorts: readonly number[]): Promise<ReverseProxy> =>
  startNginx(serverPorts, (site) =>
    site.replaceAll(/^ *(?:keepalive|proxy_http_version|proxy_set_header Connection) .*\n/gm, ''),
  )

/** nginx with `server/deploy/nginx.conf`, in which ports, name and certificate are replaced. */
export async function startNginx(
  serverPorts: readonly number[],
  edit: (site: string) => string = (site) => site,
): Promise<ReverseProxy> {
  const program = requireProgram(['/usr/sbin/nginx', '/usr/local/sbin/nginx'], 'nginx-light')
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-nginx-'))
  const [port, httpPort] = [await freePort(), await freePort()]
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,DNS:vault.localhost'],
    ],
    { stdio: 'pipe' },
  )
  const site = edit(readFileSync(deployFile('nginx.conf'), 'utf8'))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${httpPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/^ *server 127\.0\.0\.1:8787(.*)$/m, (_, options: string) =>
      serverPorts.map((serverPort) => `  server 127.0.0.1:${serverPort}${options}`).join('\n'),
    )
    .replaceAll('/etc/letsencrypt/live/wallet.example/fullchain.pem', certificate)
    .replaceAll('/etc/letsencrypt/live/wallet.example/privkey.pem', key)
    .replaceAll('wallet.example', 'localhost')
  const file = join(folder, 'nginx.conf')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    file,
    `daemon off;
# One process, of the user that runs the tests.
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
${folders.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}
`,
  )
  const proxy = startProcess(program, ['-p', folder, '-e', 'stderr', '-c', file])
  return open(proxy, `https://localhost:${port}`, folder, () => readFileSync(certificate, 'utf8'))
}
