import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles, root } from '../project-files.ts'
import { modulesFrom } from './source-graph.ts'

/** Modules of the server that its program can load, from `server/src`, with their text. */
const program = new Map(
  modulesFrom(`${root}/server/src/cli/drawbridge.ts`).flatMap((file) => {
    const path = relative(`${root}/server/src`, file)
    return path.startsWith('..') ? [] : [[path, readFileSync(file, 'utf8')] as const]
  }),
)

/** Imports of the local test world, without its tests, from the server. */
const imports = projectFiles(/^e2e\/stack\/(?!.*(?:\.test\.ts$|testing\/)).*\.ts$/).flatMap(
  ({ path, text }) =>
    [...text().matchAll(/import (type )?\{([^}]*)\} from '#server\/([^']+)'/g)].flatMap(
      ([, onlyTypes, names = '', module = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => ({
            by: path.slice('e2e/stack/'.length),
            module,
            name: name.replace(/^type /, ''),
            isType: onlyTypes !== undefined || name.startsWith('type '),
          })),
    ),
)

const importersOf = (matches: (one: (typeof imports)[number]) => boolean) =>
  [...new Set(imports.filter(matches).map(({ by, module }) => `${by}: ${module}`))].sort()

describe('endpoints › one implementation', () => {
  it('routes that the test world adds › of the exchange', () => {
    expect(importersOf(({ name }) => name === 'route')).toEqual(['api/exchange.ts: core/routes/route.ts'])
  })

  it('ports of the test world › providers, pools of its Solana chain; watched stores', () => {
    expect(importersOf(({ module, name }) => module.startsWith('ports/') && name !== 'ChainRpc')).toEqual([
      // Services whose accounts log in.
      'api/app.ts: ports/oauth.ts',
      'api/app.ts: ports/stores/stores.ts',
      'api/convert-pools.ts: ports/sources/swaps.ts',
      // All tests are one client.
      'api/local-counters.ts: ports/stores/counters.ts',
      // A wait that tests end.
      'api/local-deletions.ts: ports/stores/deletions.ts',
      // A log that tests read.
      'api/local-events.ts: ports/stores/events.ts',
      'api/local-names.ts: ports/stores/names.ts',
      // The operator, who does not wait.
      'api/local-recoveries.ts: ports/stores/recoveries.ts',
      'api/local-sign-ins.ts: ports/stores/sign-ins.ts',
      'api/onramp-control.ts: ports/stores/orders.ts',
      'api/projects.ts: ports/stores/names.ts',
      'api/projects.ts: ports/stores/projects.ts',
      'farcaster/local-farcaster.ts: ports/farcaster.ts',
      'identity/local-providers.ts: ports/oauth.ts',
      'onramp/events.ts: ports/sources/onramp.ts',
      'onramp/local-provider.ts: ports/sources/onramp.ts',
      // Offers are at these prices.
      'onramp/local-provider.ts: ports/sources/prices.ts',
      'onramp/offers.ts: ports/sources/prices.ts',
      'onramp/sales.ts: ports/sources/onramp.ts',
      // A bundler and a paymaster service.
      'sponsorship/local-sponsor.ts: ports/sponsorship.ts',
      'temporary-stores.ts: ports/stores/stores.ts',
    ])
  })
})

describe('server package › no test hook', () => {
  // Peers that tests and the test world share are in folders of their own, which the package does not have.
  const values = imports.filter(({ isType, module }) => !isType && !module.includes('/testing/'))

  it('code that the test world runs › of the program too, by every name', () => {
    expect(values.length).toBeGreaterThan(20)
    const isUsed = ({ module, name }: (typeof values)[number]) =>
      program.has(module) &&
      [...program].some(([path, text]) => path !== module && new RegExp(`\\b${name}\\b`).test(text))
    expect(values.filter((one) => !isUsed(one))).toEqual([])
  })

  it('parts of the server › each is set by the program', () => {
    const keysOf = (path: string, type: string) => {
      const [, body = ''] =
        new RegExp(`type ${type} = [^{]*\\{(.*?)\\n\\}`, 's').exec(program.get(path) ?? '') ?? []
      return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, key = '']) => key)
    }
    const keys = [...keysOf('server.ts', 'ServerParts'), ...keysOf('web/app.ts', 'WebOptions')]
    expect(keys.length).toBeGreaterThan(20)
    const setting = `${program.get('serve.ts')}${program.get('chain-sources.ts')}`
    expect(keys.filter((key) => !new RegExp(`\\b${key}\\b`).test(setting))).toEqual([])
  })

  it('program › no reference to tests or the test world', () => {
    const testReferences = /__control|__stack|NODE_ENV|vitest|#stack|e2e\/|\/testing\//i
    expect([...program].filter(([, text]) => testReferences.test(text)).map(([path]) => path)).toEqual([])
  })
})
