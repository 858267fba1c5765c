import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createProject } from '../../../core/documents/new-project.ts'

/** Files of a build, by path. */
const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><script>go("x")</script>',
  'confirm.html': '<!doctype html>',
  'widget.config.json': '{"apiUrl":"https://api.example","walletConnect":{"relayUrl":""}}',
  'assets/index-1.js': '1',
  'assets/mark.svg': '<svg/>',
  'assets/style.css': 'a{}',
  'wallets/x.svg': '<svg/>',
  'code-worker.js': '1',
  'sdk/1.2.3/drawbridge.js': '1',
  'sdk/v1/drawbridge.js': '1',
}

/** A path for every rule, and the paths of files. */
export const sitePaths: readonly string[] = [
  ...['/', '/index.html', '/embed/1/shop', '/embed/1/isolated/shop', '/embed/1/Shop', '/embed/1/other'],
  ...Object.keys(files).flatMap((name) => (name === 'index.html' ? [] : [`/${name}`])),
]

export const shop = createProject({
  ...{ key: 'k', id: 'shop', name: 'Shop', createdAtMs: 0 },
  allowedOrigins: ['shop.example', '*.shop.example', 'localhost:*'],
})

/** Creates a build in a temporary folder. */
export function createStaticSite() {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-site-'))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'widget', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const config = { widget: { directory: 'widget' }, sdk: { directory: 'widget/sdk' } }
  writeFileSync(join(folder, 'drawbridge.config.json'), JSON.stringify(config))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
