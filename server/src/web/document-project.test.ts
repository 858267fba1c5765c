import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { deployConfigSchema } from '../../../shared/config/deploy-config.ts'
import { documentProjectSchema } from '../../../shared/config/document-project.ts'
import { parseWire } from '../../../shared/wire-schema.ts'
import { openTestServer, testProject } from '../testing/test-server.ts'
import { documentProject, withSettings } from './document-project.ts'
import { createStaticFiles } from './static-files.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const html = '<!doctype html><html><head><title>Widget</title></head><body></body></html>'

async function server() {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-document-'))
  open.push(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'index.html'), html)
  const started = await openTestServer({ serveFile: createStaticFiles(pathToFileURL(`${folder}/`)) })
  open.push(started.close)
  return started
}

it('project settings › parsed by the widget', () => {
  const walletConnect = { projectId: 'abc', relayUrl: 'none', isVerified: true }
  const stated = documentProject(testProject({ walletConnect }))
  expect(parseWire(documentProjectSchema, stated).data).toEqual({
    allowedOrigins: ['https://shop.example'],
    walletConnect: { projectId: 'abc', relayUrl: '' },
  })
  expect(documentProject(testProject())).toEqual({ allowedOrigins: ['https://shop.example'] })
})

it('hostile texts of a project or deployment › do not end the attribute', () => {
  const hostile = `"><script>alert(1)</script>&quot;`
  const edited = withSettings(html, testProject({ walletConnect: { projectId: hostile } }), {
    nameZone: hostile,
  })
  expect(edited).not.toContain('<script')
  expect(edited.match(/"/g)).toHaveLength(8)
})

it('document of a project › contains the configuration in place of its preload', () => {
  const preload = '<link rel="preload" href="/widget.config.json" as="fetch" crossorigin="anonymous" />'
  const widgetConfig = { environment: 'production', nameZone: 'names.example' }
  const edited = withSettings(html.replace('<title>', `${preload}<title>`), testProject(), widgetConfig)
  expect(edited).not.toContain('widget.config.json')
  const [, content = ''] = edited.match(/<meta name="deployment" content="([^"]*)" \/>/) ?? []
  const json: unknown = JSON.parse(content.replaceAll('&#34;', '"'))
  expect(json).toEqual(widgetConfig)
  expect(parseWire(deployConfigSchema, json).success).toBe(true)
})

it('project documents › own origins, compressed or not, not cached', async () => {
  const { app, stores } = await server()
  await stores.projects.add(testProject({ key: 'other', id: 'other', allowedOrigins: ['*.other.example'] }))
  const textOf = async (path: string, encoding: string) => {
    const response = await app.request(path, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = Buffer.from(await response.arrayBuffer())
    return (encoding === 'br' ? brotliDecompressSync(body) : body).toString()
  }
  for (const encoding of ['br', 'identity', 'br']) {
    const [shop, other] = [
      await textOf('/embed/1/demo', encoding),
      await textOf('/embed/1/isolated/other', encoding),
    ]
    expect(
      [shop, other].map((text) => [text.includes('shop.example'), text.includes('*.other.example')]),
    ).toEqual([
      [true, false],
      [false, true],
    ])
  }
  expect(await textOf('/embed/1/none', 'br')).toBe(html)
  expect(await textOf('/', 'br')).toBe(html)
  await stores.projects.change('other', { allowedOrigins: ['new.example'] })
  expect(await textOf('/embed/1/other', 'br')).toContain('new.example')
})
