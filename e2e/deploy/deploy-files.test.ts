import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { settings } from '#server/config/setting-list.ts'
import { embeddedTables } from '#server/store/embedded-tables.ts'
import { tableNames } from '#server/store/tables.ts'
import * as z from '#shared/zod.ts'

const folder = fileURLToPath(new URL('../../server/deploy/', import.meta.url))
const names = [
  'Caddyfile',
  'Caddyfile-apart',
  'Dockerfile',
  'compose.yaml',
  'database-roles.sql',
  'drawbridge.service',
  'drawbridge.socket',
  'nginx.conf',
]
const { version, engines } = z.parse(
  z.object({ version: z.string(), engines: z.object({ node: z.string() }) }),
  JSON.parse(readFileSync(`${folder}/../package.json`, 'utf8')),
)
const analyze = '/usr/bin/systemd-analyze'

it('package › contains the files', () => {
  const [packed] = z.parse(
    z.tuple([z.object({ files: z.array(z.object({ path: z.string() })) })]),
    JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: `${folder}/..`,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    ),
  )
  const paths = packed.files.map(({ path }) => path).filter((path) => path.startsWith('deploy/'))
  expect(paths.toSorted()).toEqual(names.map((name) => `deploy/${name}`).toSorted())
})

it.each(names)('%s › every DRAWBRIDGE_ variable is one of the server', (name) => {
  const knownVariables = [
    ...settings.flatMap(({ variable }) => [variable, `${variable}_FILE`]),
    'DRAWBRIDGE_CONFIG',
  ]
  const used = readFileSync(`${folder}/${name}`, 'utf8').match(/\bDRAWBRIDGE_\w+/g) ?? []
  expect(used.filter((variable) => !knownVariables.includes(variable))).toEqual([])
})

const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')

it('compose.yaml › publicUrl is the widget’s host, Caddy serves the vault’s too', () => {
  const lines = textOf('compose.yaml')
    .split('\n')
    .map((line) => line.trim())
  const valuesOf = (name: string) => lines.flatMap((line) => line.split(`${name}: `)[1] ?? [])
  expect(valuesOf('DRAWBRIDGE_PUBLIC_URL')).toEqual([expect.stringMatching(/^https:\/\/\$\{WALLET_SITE:\?/)])
  expect(valuesOf('WALLET_SITES')).toEqual([expect.stringMatching(/^\$\{WALLET_SITES:-\$\{WALLET_SITE\}\}$/)])
  const ofCaddy = [...textOf('Caddyfile').matchAll(/\{\$(\w+):/g)].map(([, name = '']) => name)
  expect(ofCaddy.filter((name) => valuesOf(name).length !== 1)).toEqual([])
})

it('database-roles.sql › one role has every table of the embedded wallet, the other the rest', () => {
  const lists = [...textOf('database-roles.sql').matchAll(/ON\n([\w,\s]+?)\n(?:TO|FROM) /g)].map(
    ([, list = '']) => list.split(',').map((name) => name.trim()),
  )
  const own = Object.keys(embeddedTables)
  const others = tableNames.filter((name) => !own.includes(name))
  expect(lists.map((list) => list.toSorted())).toEqual([others.toSorted(), [...own, 'jobs'].toSorted()])
})

it('nginx.conf › every server_name has the vault’s host', () => {
  const names = textOf('nginx.conf').match(/^ *server_name .*$/gm) ?? []
  expect(names.map((line) => line.trim())).toEqual(
    Array(2).fill('server_name wallet.example vault.wallet.example;'),
  )
})

it('Dockerfile › tarball of this version, Node that the package supports', () => {
  const file = readFileSync(`${folder}/Dockerfile`, 'utf8')
  expect(file).toContain(`drawbridge-server-${version}.tgz`)
  const [, major = '0'] = /^FROM node:(\d+)-/m.exec(file) ?? []
  const [, minVersion = '0'] = /^>=(\d+)/.exec(engines.node) ?? []
  expect(Number(major)).toBeGreaterThanOrEqual(Number(minVersion))
})

it.runIf(existsSync(analyze))('drawbridge.service and its socket › valid for systemd', () => {
  execFileSync(
    analyze,
    ['verify', '--man=no', `${folder}/drawbridge.service`, `${folder}/drawbridge.socket`],
    {
      stdio: 'pipe',
    },
  )
  const unit = readFileSync(`${folder}/drawbridge.service`, 'utf8')
  const [, seconds = '0'] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  // serve.ts waits 5 s, then up to 20 s for open requests.
  expect(Number(seconds)).toBeGreaterThan(25)
})
