import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type HttpResponse = { readonly status: number; readonly headers: IncomingHttpHeaders }

/** GETs a path over a Unix socket. */
function getFrom(socketPath: string, path: string): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, headers: { host: 'wallet.example' } }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Runs a program; resolves with its exit code and messages. */
const check = (file: string, argv: readonly string[], home: string) =>
  new Promise<{ readonly exitCode: number; readonly messages: string }>((resolve) => {
    const environment = { PATH: process.env.PATH, HOME: home }
    const child = execFile(file, argv, { env: environment }, (_error, out, errors) =>
      resolve({ exitCode: child.exitCode ?? -1, messages: `${out}${errors}` }),
    )
  })

/** Starts a web server; it is listening when it has printed the line. */
async function start(file: string, argv: readonly string[], home: string, readyLine: RegExp, socket: string) {
  const child = spawn(file, argv, {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const isReady = (async () => {
    for await (const line of createInterface(child.stderr)) {
      lines.push(line)
      if (readyLine.test(line)) return
    }
    throw new Error(`${file} ended: ${lines.join('\n')}`)
  })()
  await isReady
  child.stderr.resume()
  return {
    get: (path: string) => getFrom(socket, path),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts nginx with the files of a folder and printed locations. */
export function startNginx(folder: string, printed: string) {
  const socket = join(folder, 'nginx.sock')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr notice;
events {}
http {
  include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}
  server { listen unix:${socket}; root ${folder}/widget;
${printed}
  }
}`,
  )
  const argv = ['-e', 'stderr', '-p', folder, '-c', file]
  return {
    validate: () => check('nginx', ['-t', ...argv], folder),
    start: () => start('nginx', argv, folder, /start worker process /, socket),
  }
}

/** Starts Caddy with the files of a folder and a printed route. */
export function startCaddy(folder: string, printed: string) {
  const socket = join(folder, 'caddy.sock')
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{
	admin off
	auto_https off
}
http:// {
	bind unix/${socket}
	root * ${folder}/widget
${printed}
}
`,
  )
  const argv = ['--config', file, '--adapter', 'caddyfile']
  return {
    validate: () => check('caddy', ['validate', ...argv], folder),
    start: () => start('caddy', ['run', ...argv], folder, /serving initial configuration/, socket),
  }
}
