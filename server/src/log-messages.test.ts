import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing\//.test(path))
  .map((path) => readFileSync(join(folder, path), 'utf8'))

/** Last arguments of logger calls, which may choose between two messages. */
const calls = /\blogger(?:\.(?:info|warn|error)|\[[^\]]+\])\(\s*\{[^}]*\},\s*([^)]*?),?\s*\)/g
const messages = sources
  .flatMap((source) => [...source.matchAll(calls)])
  .flatMap(([, last = '']) => [...last.matchAll(/'([A-Za-z][^']+)'/g)].map(([, text = '']) => text))

it('log › every message is in docs/operate.md', () => {
  expect(messages).toContain('chain failed')
  expect(messages).toContain('job dead')
  expect([...new Set(messages)].filter((text) => !page.includes(`\`${text}\``))).toEqual([])
})
