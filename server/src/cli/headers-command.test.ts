import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentPolicy } from '../core/documents/document-headers.ts'
import { hostingRules } from '../core/documents/hosting-rules.ts'
import { createProject } from '../core/documents/new-project.ts'
import type { Project } from '../ports/stores/projects.ts'
import { openTestServer } from '../testing/test-server.ts'
import { cloudflareConfig } from './hosting/cloudflare.ts'
import { nginxConfig } from './hosting/nginx.ts'
import { pathRegexp } from './hosting/path-regexp.ts'
import { createStaticSite, shop, sitePaths } from './hosting/testing/static-site.ts'
import { startCaddy, startNginx } from './hosting/testing/web-server.ts'
import { createTestCli } from './testing/test-cli.ts'

let site: ReturnType<typeof createStaticSite>
beforeAll(() => {
  site = createStaticSite()
})
afterAll(() => site.remove())

const scripts = [`'sha256-${createHash('sha256').update('go("x")').digest('base64')}'`]
/** From the configuration's default, and from the site's widget.config.json. */
const policy: DocumentPolicy = {
  connectSources: ['wss://relay.walletconnect.org', 'https://api.example'],
  frameSources: [],
}
const rules = hostingRules({ projects: [shop], policy, scripts })
const headersAt = (path: string) =>
  rules.find(({ match }) => new RegExp(pathRegexp(match)).test(path))?.headers ?? {}

const print = async (target: string, projects: readonly Project[] = [shop]) =>
  createTestCli(site.folder, projects).execute('headers', ...target.split(' '))

describe('rules', () => {
  it('every path › same headers as the server', async () => {
    const respond = (headers: Readonly<Record<string, string>>) => new Response('', { headers })
    const server = await openTestServer({
      serveFile: async (_path, _encoding, headers) =>
        respond(typeof headers === 'function' ? headers('<script>go("x")</script>') : headers),
      serveSdk: async (_path, _encoding, headers) =>
        respond(typeof headers === 'function' ? headers('') : headers),
      policy,
    })
    await server.stores.projects.add(shop)
    for (const path of sitePaths) {
      const { headers } = await server.app.request(path)
      const expected = Object.fromEntries(
        Object.keys(headersAt(path)).map((name) => [name, headers.get(name)]),
      )
      expect([path, headersAt(path)]).toEqual([path, expected])
      const sent = [...headers.keys()].filter(
        (name) => !/^(access-control-|x-request-id|content-type)/.test(name),
      )
      expect(Object.keys(headersAt(path))).toEqual(expect.arrayContaining(sent))
    }
    await server.close()
  })
})

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('headers --%s', (target, over) => {
  it('printed configuration › valid, sends the headers of every path', async () => {
    const { exitCode, out, errors } = await print(`--${target}`)
    expect([exitCode, errors]).toEqual([0, ''])
    const server = over(site.folder, out)
    const checked = await server.validate()
    expect(checked).toMatchObject({ exitCode: 0 })
    const running = await server.start()
    try {
      for (const path of sitePaths) {
        const { status, headers } = await running.get(path)
        expect([path, status, headers]).toMatchObject([path, 200, headersAt(path)])
        const isDocument = /^\/(?:embed|confirm|index|$)/.test(path)
        expect(headers['content-type']).toMatch(isDocument ? /^text\/html/ : /./)
        if (!('cross-origin-embedder-policy' in headersAt(path)))
          expect(headers).not.toHaveProperty('cross-origin-embedder-policy')
      }
    } finally {
      await running.stop()
    }
  })
})

describe('headers --cloudflare', () => {
  /**
   * The headers of a path by the rules of `_headers`: those of all matching rules, `!` removes (Cloudflare Pages,
   * "Headers").
   */
  function applied(text: string, path: string): Readonly<Record<string, string>> {
    const headers = new Map<string, string>()
    let isMatch = false
    for (const line of text.split('\n').filter((one) => !one.startsWith('#'))) {
      const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
      if (line.startsWith('/')) {
        const pattern = line.replace(/[.]/g, '\\.').replace('*', '.*')
        isMatch = new RegExp(`^${pattern}$`).test(path)
      } else if (isMatch && line.startsWith('  ! ')) headers.delete(line.slice(4).toLowerCase())
      else if (isMatch) {
        const previous = headers.get(name.toLowerCase())
        headers.set(name.toLowerCase(), previous === undefined ? value : `${previous}, ${value}`)
      }
    }
    return Object.fromEntries(headers)
  }

  it('every path › only its own headers, not merged with another rule', async () => {
    const { exitCode, out } = await print('--cloudflare')
    expect(exitCode).toBe(0)
    for (const path of [...sitePaths, '/confirm'])
      expect([path, applied(out, path)]).toEqual([
        path,
        headersAt(path === '/confirm' ? '/confirm.html' : path),
      ])
    expect(out).toContain('/embed/1/* / 200')
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(2_000)
  })

  it('more rules than Cloudflare allows › fails', () => {
    const projects = Array.from({ length: 60 }, (_, n) => ({ ...shop, id: `shop-${n}` }))
    expect(() => cloudflareConfig(hostingRules({ projects, policy, scripts }), [])).toThrow(
      'Cloudflare allows 100 rules',
    )
  })
})

describe('headers', () => {
  it('--project › only that project; unknown › fails', async () => {
    const other = createProject({ ...shop, key: 'o', id: 'other' })
    const { out } = await print('--nginx --project other', [shop, other])
    expect(out).toContain('= /embed/1/other {')
    expect(out).not.toContain('= /embed/1/shop {')
    expect(await print('--nginx --project shpo')).toMatchObject({ exitCode: 1, out: '' })
  })

  it('--json › prints the rules', async () => {
    expect(JSON.parse((await print('--json')).out)).toEqual(rules)
  })

  it('no target, or two › exit code 2', async () => {
    const errors = 'Give one of --nginx, --caddy and --cloudflare.'
    expect(await createTestCli(site.folder).execute('headers')).toEqual({ exitCode: 2, out: '', errors })
    expect(await print('--nginx --caddy')).toEqual({ exitCode: 2, out: '', errors })
  })

  it('widget not built › prints the remedy', async () => {
    const { execute } = createTestCli(site.folder, [shop], {
      environment: { DRAWBRIDGE_WIDGET_DIRECTORY: 'none' },
    })
    const { exitCode, errors } = await execute('headers', '--nginx')
    expect(exitCode).toBe(1)
    expect(errors).toContain(
      `${join(site.folder, 'none/index.html')} of the built widget cannot be read (ENOENT)`,
    )
  })

  it('invalid widget.config.json › fails', async () => {
    const broken = createStaticSite()
    writeFileSync(join(broken.folder, 'widget/widget.config.json'), '{"apiUrl":"x"}')
    const { exitCode, errors } = await createTestCli(broken.folder, [shop]).execute('headers', '--nginx')
    broken.remove()
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('does not have the expected shape')])
  })

  it.each([
    ['a$b', 'has a character that nginx cannot state'],
    ['a\nb', 'has a character that nginx cannot state'],
    ['x'.repeat(4_001), 'has 4001 characters, and nginx allows 4000'],
  ])('value that the host cannot send › fails', (value, message) => {
    const rule = { match: { is: 'exact', path: '/' }, headers: { 'x-a': value } } as const
    expect(() => nginxConfig([rule])).toThrow(message)
  })
})
